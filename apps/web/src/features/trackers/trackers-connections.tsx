import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, row } from '../../ui/look/look.ts';
import styles from './connections.module.css';

type Connection = AnswerOf<typeof contract.trackers.connections>[number];

/** Rows that show before "Show all". */
const SHOWN = 10;

/** Connections that need attention: a takeover from another address, or a rejected attempt. */
const isSuspicious = ({ address, ended_by: end, replaced_by: by }: Connection) =>
  end === 'network' || (by !== null && by !== address);

function Row({ one }: { readonly one: Connection }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
  const { address, attempts, connected_at: from, disconnected_at: until, ended_by: end } = one;
  const span = until === null ? moment(from) : `${moment(from)} – ${moment(until)}`;
  return (
    <li>
      <span
        className={cx(
          row({ wrap: true, align: 'baseline', breaks: true }),
          styles.trackerConnection,
        )}
      >
        <span>{address}</span>
        <span className={isSuspicious(one) ? 'badge bad' : 'badge'}>
          {t(`trackers.end.${end ?? 'open'}`, { address: one.replaced_by, count: attempts })}
        </span>
      </span>
      <small>
        {t(`protocol.${one.protocol}`)}, {span}
      </small>
    </li>
  );
}

/** The first rows, and the older ones collapsed. */
function Rows({ connections }: { readonly connections: readonly Connection[] }) {
  const { t } = useTranslation();
  const older = connections.slice(SHOWN);
  if (connections.length === 0) return <p>{t('trackers.connectionsNone')}</p>;
  return (
    <>
      <ul>
        {connections.slice(0, SHOWN).map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {older.length > 0 && (
        <details>
          <summary>{t('trackers.connectionsOlder', { count: older.length })}</summary>
          <ul>
            {older.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The connections of a device, newest first. */
export function Connections({ trackerId }: { readonly trackerId: number }) {
  const { t } = useTranslation();
  const { data, isPending, isError } = useQuery({
    queryKey: ['tracker', 'connections', trackerId],
    queryFn: ({ signal }) => api.trackers.connections({ params: { id: trackerId }, signal }),
  });
  const title = t('trackers.connections');
  return (
    <section className="resource-facts" aria-label={title}>
      <h3>{title}</h3>
      {isPending && <p role="status">{t('action.loading')}</p>}
      {isError && <p role="alert">{t('trackers.connectionsFailed')}</p>}
      {data !== undefined && <Rows connections={data} />}
    </section>
  );
}
