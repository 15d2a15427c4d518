import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { keptState } from '../../api/kept-state.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './own-private-use.module.css';

const KEY = ['own-private-use'];
const HOUR_MS = 3_600_000;
/** Available durations, hours; 0 means until switched off. */
const HOURS = [0, 1, 4, 12, 24, 72];

/** The switch for private use of the vehicle assigned to the user. */
export default function OwnPrivateUse() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const id = useId();
  const client = useQueryClient();
  const [hours, setHours] = useState(0);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.privateUse.own({ signal, quiet: true }),
    refetchInterval: 60_000,
  });
  const change = useMutation({
    mutationFn: (isPrivate: boolean) =>
      api.privateUse.switchOwn({
        body: {
          is_private: isPrivate,
          ends_at:
            isPrivate && hours > 0 ? new Date(Date.now() + hours * HOUR_MS).toISOString() : null,
        },
      }),
    onSuccess: (own) => client.setQueryData(KEY, own),
  });
  // Not stored to be sent later: positions are hidden from the moment at which the server knows.
  const isOffline = useSyncExternalStore(keptState.subscribe, keptState.get) !== null;
  const isLost = change.error instanceof ApiError && change.error.status === 0;
  if (data === undefined || data.vehicle === null) return null;
  const { vehicle, is_private: isPrivate, ends_at: endsAt, may_end: mayEnd } = data;
  const until =
    endsAt === null
      ? ''
      : t('ownPrivate.until', { time: formatDateTime(Date.parse(endsAt), dates) });
  return (
    <section
      className={cx(
        row({
          wrap: true,
          align: 'center',
          rowGap: 3,
          columnGap: 4,
          marginBottom: 6,
          paddingY: 4,
          paddingX: 6,
          ground: 'surface',
          border: 'line',
          radius: 'large',
        }),
        styles.ownPrivate,
      )}
      aria-labelledby={`${id}-title`}
    >
      <svg viewBox="0 0 12 12" width="24" height="24" aria-hidden="true">
        <path
          d={
            isPrivate
              ? 'M3 5V4a3 3 0 0 1 6 0v1h1v6H2V5zm1.5 0h3V4a1.5 1.5 0 0 0-3 0z'
              : 'M6 1a4 4 0 0 1 4 4c0 3-4 6-4 6S2 8 2 5a4 4 0 0 1 4-4zm0 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z'
          }
          fill="currentColor"
          fillRule="evenodd"
        />
      </svg>
      <div className={styles.ownPrivateText}>
        <h2 id={`${id}-title`}>{t('ownPrivate.title', { registration: vehicle.registration })}</h2>
        <p role="status">
          {t(isPrivate ? 'ownPrivate.on' : 'ownPrivate.off')} {until}
        </p>
        {isPrivate && !mayEnd && <p>{t('ownPrivate.company')}</p>}
        {isOffline && !isLost && <p>{t('ownPrivate.needsNetwork')}</p>}
        {change.isError && (
          <p className="field-fault" role="alert">
            {isLost ? t('ownPrivate.needsNetwork') : change.error.message}
          </p>
        )}
      </div>
      {!isPrivate && (
        <Select
          aria-label={t('ownPrivate.length')}
          value={hours}
          onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
        >
          {HOURS.map((count) => (
            <option key={count} value={count}>
              {count === 0 ? t('ownPrivate.untilOff') : t('ownPrivate.hours', { count })}
            </option>
          ))}
        </Select>
      )}
      {(!isPrivate || mayEnd) && (
        <Button
          kind={isPrivate ? 'plain' : 'primary'}
          disabled={change.isPending}
          onClick={() => change.mutate(!isPrivate)}
        >
          {t(isPrivate ? 'ownPrivate.switchOff' : 'ownPrivate.switchOn')}
        </Button>
      )}
    </section>
  );
}
