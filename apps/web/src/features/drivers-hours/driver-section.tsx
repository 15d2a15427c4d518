import { formatDateTime, toApiDate } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { ActivityDialog } from './activity-dialog.tsx';
import { DayBars } from './day-bars.tsx';
import { DriverTables, type Hours } from './driver-tables.tsx';
import { RemainingFacts } from './drivers-hours-remaining.tsx';

const DAY_MS = 24 * 3_600_000;
/** Days that the section shows at first: a fortnight of driving. */
const DAYS = 14;
const WRITE = { kind: 'module', anyOf: ['accessTachoGraf'], write: true } as const;

function ByHand({
  activities,
  onRemove,
}: {
  readonly activities: Hours['activities'];
  readonly onRemove: ((activity: Hours['activities'][number]) => void) | null;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const entered = activities.filter(({ source }) => source === 'manual');
  if (entered.length === 0) return null;
  const moment = (time: string) => formatDateTime(Date.parse(time), dates);
  return (
    <>
      <h2>{t('hours.byHand')}</h2>
      <ul className={look({ flow: 'stack', gap: 2, margin: 0, padding: 0, list: true })}>
        {entered.map((one) => (
          <li
            key={one.start}
            className={look({ flow: 'row', align: 'center', justify: 'between', gap: 3 })}
          >
            <span>
              {`${t(`hours.kind.${one.kind}`)}: ${moment(one.start)} – ${moment(one.end)}. ${one.note}`}
            </span>
            {onRemove !== null && (
              <Button
                aria-label={t('hours.removeEntry', { time: moment(one.start) })}
                onClick={() => onRemove(one)}
              >
                {t('hours.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The hours of one driver, as a section of the driver's page. */
export function DriverHoursSection({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const [address, setAddress] = useAddress();
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Hours['activities'][number] | null>(null);
  const mayWrite = may(current, WRITE);
  const from = address.from ?? toApiDate(Date.now() - (DAYS - 1) * DAY_MS, 'UTC');
  const to = address.to ?? toApiDate(Date.now(), 'UTC');
  const key = ['drivers-hours', 'driver', id];
  const read = useQuery({
    queryKey: [...key, from, to],
    queryFn: ({ signal }) =>
      api.driversHours.driver({ params: { id }, query: { from, to }, signal }),
  });
  const refresh = () => void client.invalidateQueries({ queryKey: key });
  const remove = async (activity: number) => {
    await api.driversHours.removeActivity({ params: { id, activity } });
    setRemoving(null);
    toast.success(t('hours.removed'));
    refresh();
  };
  const hours = read.data;
  return (
    <div className={look({ flow: 'stack', columns: 'one', gap: 4 })}>
      <div className={look({ flow: 'row', wrap: true, align: 'end', gap: 3 })}>
        <DateFilter
          label={t('recordList.from')}
          value={from}
          onChange={(day) => setAddress({ from: day || undefined })}
        />
        <DateFilter
          label={t('recordList.to')}
          value={to}
          onChange={(day) => setAddress({ to: day || undefined })}
        />
        {mayWrite && (
          <Button kind="primary" onClick={() => setIsAdding(true)}>
            {t('hours.add')}
          </Button>
        )}
      </div>
      <SettingsState read={read} />
      {hours !== undefined && (
        <>
          <RemainingFacts remaining={hours.remaining} />
          <h2>{t('hours.days')}</h2>
          {hours.activities.length === 0 ? (
            <div>
              <strong>{t('hours.noActivities')}</strong>
              <p>{t('hours.noActivitiesText')}</p>
            </div>
          ) : (
            <DayBars activities={hours.activities} />
          )}
          <ByHand activities={hours.activities} onRemove={mayWrite ? setRemoving : null} />
          <DriverTables hours={hours} />
        </>
      )}
      {isAdding && (
        <ActivityDialog driverId={id} onDone={refresh} onClose={() => setIsAdding(false)} />
      )}
      {removing?.id != null && (
        <ConfirmDialog
          title={t('hours.remove')}
          message={t('hours.removeAsk')}
          confirmLabel={t('hours.remove')}
          onAnswer={(isConfirmed) =>
            isConfirmed ? void remove(removing.id ?? 0) : setRemoving(null)
          }
        />
      )}
    </div>
  );
}
