import type { CheckType } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../../api/client.ts';
import { useDisplay } from '../../../shell/display.ts';
import { today } from '../../../widgets/date-range/calendar.ts';
import { saveFrom } from '../../../widgets/download-menu/save-report.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import { browserZone } from '../browser-zone.ts';

/** Types whose reports a month's PDF gathers. */
export const MONTH_TYPES: readonly CheckType[] = ['STD', 'AUD', 'HND', 'DRV', 'GTC'];

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** All reports of a depot of one type in a month, as one PDF. */
export function MonthDialog({
  depotId,
  first,
  onClose,
}: {
  readonly depotId: number;
  /** The type that is chosen at first. */
  readonly first: CheckType;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const [month, setMonth] = useState(thisMonth);
  const [type, setType] = useState<CheckType>(first);
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    setFaults({});
    // Where a browser has no field for months, it is typed.
    if (!MONTH.test(month)) return setFaults({ month: [t('vehicleCheck.monthFormat')] });
    await saveFrom(
      addressOf(pathOf('vehicleCheck', 'monthReport'), {
        params: { id: depotId },
        query: { month, type, time_zone: browserZone() },
      }),
      `${type.toLowerCase()}-${month}.pdf`,
    );
    onClose();
  };
  return (
    <FormDialog
      title={t('vehicleCheck.monthPdf')}
      onFaults={setFaults}
      onSave={save}
      onClose={onClose}
    >
      <Field label={t('vehicleCheck.month')} fault={faults.month}>
        {(props) => (
          <input
            {...props}
            type="month"
            max={thisMonth}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t('vehicleCheck.type')} fault={faults.type}>
        {(props) => (
          <select
            {...props}
            value={type}
            onChange={(event) => setType(event.currentTarget.value as CheckType)}
          >
            {MONTH_TYPES.map((one) => (
              <option key={one} value={one}>
                {t(`vehicleCheck.list.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="field-hint">{t('vehicleCheck.monthHint')}</p>
    </FormDialog>
  );
}
