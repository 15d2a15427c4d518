import { formatDateTime, formatOdometer } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { row, stack } from '../../ui/look/look.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { findingWhileTyping, type LastReading, type SheetDraft } from './driver-assignments.ts';

/** Pause in typing before an odometer is compared: its first digits alone are always lower. */
const PAUSE_MS = 600;

/**
 * The odometer of a hand-over with the last reading of the vehicle, and how the typed one contradicts it. It does not
 * keep from saving.
 *
 * @param last null while it is not known, and without a reading
 */
export function OdometerField({
  form,
  last,
}: {
  readonly form: Pick<FormProps<SheetDraft, never>, 'draft' | 'faults' | 'change'>;
  readonly last: LastReading;
}) {
  const { t } = useTranslation();
  const { dates, locale, unit } = useDisplay();
  const settled = useSettled(form.draft.odometer, PAUSE_MS);
  const finding = findingWhileTyping(settled, unit, last, Date.now());
  const lastText = last === null ? '' : formatOdometer(last.odometer, unit, locale);
  return (
    <div className={stack({ columns: 'one', gap: 1 })}>
      <TextField
        form={form}
        name="odometer"
        label={t('driverAssignments.odometerIn', { unit: t(`servicePlans.unit.${unit}`) })}
        maxLength={9}
        {...(last === null
          ? {}
          : {
              hint: t('driverAssignments.lastReading', {
                last: lastText,
                time: formatDateTime(Date.parse(last.read_at), dates),
              }),
            })}
      />
      <div role="status">
        {finding !== null && (
          <span className={row({ gap: 2, align: 'center', wrap: true })}>
            <Badge tone="warn">{t('driverAssignments.odometerDiffers')}</Badge>
            <span>{t(`driverAssignments.odometerFinding.${finding}`, { last: lastText })}</span>
          </span>
        )}
      </div>
    </div>
  );
}
