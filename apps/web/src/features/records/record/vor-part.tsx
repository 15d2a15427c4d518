import { formatDate, formatDateTime, isRecordManager } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { rightsOf } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay, useMoney } from '../../../ui/display.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import { toast } from '../../../ui/toast.ts';
import type { VorRecord } from '../vor-form/records-vor-form.ts';
import { Part } from './records-record-part.tsx';
import { useRecordChanged } from './use-record.ts';
import { VorDialog } from './vor-dialog.tsx';

/** Start, expected end, repairer and cost; unknown values are omitted. */
function useFacts(entry: VorRecord): string[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const { expected_back: back, repairer, cost, note } = entry;
  return [
    t('record.vor.sinceText', {
      when: formatDateTime(Date.parse(entry.off_road_at), dates),
      count: entry.days,
    }),
    ...(note === '' ? [] : [note]),
    ...(back === null
      ? []
      : [
          t('record.vor.expectedText', {
            day: formatDate(Date.parse(back), { ...dates, timeZone: 'UTC' }),
          }),
        ]),
    ...(repairer === null ? [] : [t('record.vor.repairerText', { repairer })]),
    ...(cost === null ? [] : [t('record.vor.costText', { cost: money(cost) })]),
  ];
}

function Entry({
  entry,
  onChange,
}: {
  readonly entry: VorRecord;
  /** Null without write permission. */
  readonly onChange: (() => void) | null;
}) {
  const { t } = useTranslation();
  const changed = useRecordChanged();
  const facts = useFacts(entry);
  const clear = useMutation({
    mutationFn: () =>
      api.vor.change({
        params: { id: entry.id },
        body: { version: entry.version, returned_at: new Date().toISOString() },
      }),
    onSuccess: async ({ is_off_road: isOffRoad }) => {
      await changed();
      toast.success(t(isOffRoad ? 'record.vor.stillOff' : 'record.vor.back'));
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <li
      className={cx(
        look({ paddingY: 2, paddingX: 3, ground: 'bad', radius: 'small' }),
        styles.vorEntry,
      )}
    >
      <strong>{t(`record.vor.reason.${entry.reason}`)}</strong>
      {facts.map((fact) => (
        <span key={fact} className={look({ size: 'small', tone: 'text' })}>
          {fact}
        </span>
      ))}
      {onChange !== null && (
        <span className={row({ wrap: true, gap: 2 })}>
          <Button onClick={onChange}>{t('record.vor.change')}</Button>
          {entry.record_kind !== 'defect' && (
            <Button disabled={clear.isPending} onClick={() => clear.mutate()}>
              {t('record.vor.clear')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

/**
 * The VOR state of the vehicle with its reasons; managers can add, edit and clear reasons.
 *
 * @param defectId the open defect; null for other records, or if it is signed off
 */
export function VorPart({
  vehicleId,
  defectId,
  entries,
}: {
  readonly vehicleId: number;
  readonly defectId: number | null;
  readonly entries: readonly VorRecord[];
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayManage = isRecordManager(rightsOf(current));
  const [open, setOpen] = useState<VorRecord | 'new' | null>(null);
  if (entries.length === 0 && !mayManage) return null;
  return (
    <Part title={t('record.vor')}>
      {entries.length === 0 ? (
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('record.vor.none')}</p>
      ) : (
        <ul className={stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true })}>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              onChange={mayManage ? () => setOpen(entry) : null}
            />
          ))}
        </ul>
      )}
      {mayManage && (
        <div className={row({ wrap: true, gap: 2 })}>
          <Button onClick={() => setOpen('new')}>
            {t(entries.length === 0 ? 'record.vor.set' : 'record.vor.add')}
          </Button>
        </div>
      )}
      {open !== null && (
        <VorDialog
          vehicleId={vehicleId}
          defectId={defectId}
          entry={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Part>
  );
}
