import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { useDisplay } from '../../../../ui/display.ts';
import type { StepTracker } from '../use-first-steps.ts';
import styles from './connect-device.module.css';
import { useDevicePorts } from './device-ports.tsx';

type FailedArrival = AnswerOf<typeof contract.trackers.failedArrivals>[number];

const REFRESH_MS = 5000;
const MOST_NOTES = 3;
const DAY_MS = 24 * 3_600_000;
/** Tolerance for the clock of this browser. */
const AHEAD_MS = 5 * 60_000;

/** A finding with what to check next. */
function Note({ text, check }: { readonly text: string; readonly check: React.ReactNode }) {
  return (
    <li className={styles.note}>
      <TriangleAlert size={20} aria-hidden="true" />
      <span className={styles.fact}>
        {text} <span className={styles.check}>{check}</span>
      </span>
    </li>
  );
}

const useTime = () => {
  const { dates } = useDisplay();
  return (at: string | number) =>
    formatDateTime(typeof at === 'string' ? Date.parse(at) : at, dates);
};

/** Bytes at a port that were not understood, or connections from a network that is not allowed. */
function ArrivalNote({ one }: { readonly one: FailedArrival }) {
  const { t } = useTranslation();
  const time = useTime();
  const ports = useDevicePorts();
  const portOf = (protocol: string | null) =>
    ports.find((port) => port.protocol === protocol)?.port;
  const { count, address } = one;
  const protocol = t(`protocol.${one.protocol}`);
  const since = time(one.first_at);
  if (one.kind === 'network') {
    return (
      <Note
        text={t('firstSteps.networkRefused', { count, protocol, address, since })}
        check={t('firstSteps.checkNetwork')}
      />
    );
  }
  const right = portOf(one.looks_like);
  const check =
    one.looks_like === 'tls'
      ? t('firstSteps.checkTls')
      : right === undefined || one.looks_like === one.protocol
        ? t('firstSteps.checkProtocol', { protocol })
        : t('firstSteps.checkPort', { protocol: t(`protocol.${one.looks_like}`), port: right });
  const port = portOf(one.protocol) ?? '';
  return (
    <Note
      text={t('firstSteps.notUnderstood', { count, protocol, port, address, since })}
      check={check}
    />
  );
}

/** Frames and connections that the server keeps of a registered device without a position. */
function useSilentNotes(silent: StepTracker | null): readonly React.ReactNode[] {
  const { t } = useTranslation();
  const time = useTime();
  const id = silent?.id ?? 0;
  const common = { enabled: silent !== null, refetchInterval: REFRESH_MS } as const;
  const frames = useQuery({
    ...common,
    queryKey: ['first-steps', 'frames', id],
    queryFn: ({ signal }) => {
      const start = new Date(Date.now() - DAY_MS).toISOString();
      const end = new Date(Date.now() + AHEAD_MS).toISOString();
      const query = { tracker_id: String(id), start, end, not_understood: 'true', pageSize: 1 };
      return api.trackers.rawFrames({ query, signal, quiet: true });
    },
  });
  const connections = useQuery({
    ...common,
    queryKey: ['first-steps', 'connections', id],
    queryFn: ({ signal }) => api.trackers.connections({ params: { id }, signal, quiet: true }),
  });
  if (silent === null) return [];
  const identifier = silent.tracker;
  const newest = frames.data?.results[0];
  const accepted = connections.data?.find(({ ended_by: end }) => end !== 'network');
  const refused = connections.data?.find(({ ended_by: end }) => end === 'network');
  return [
    newest !== undefined && (
      <Note
        key="frames"
        text={t('firstSteps.framesNotUnderstood', {
          count: frames.data?.count ?? 0,
          identifier,
          at: time(newest.received_at),
        })}
        check={
          <Link
            to="/administration/raw-data"
            search={{ tracker: String(id), view: 'frames', unknown: '1' } as never}
          >
            {t('firstSteps.openRawData')}
          </Link>
        }
      />
    ),
    refused !== undefined && (
      <Note
        key="refused"
        text={t('firstSteps.deviceRefused', {
          count: refused.attempts,
          identifier,
          address: refused.address,
          since: time(refused.connected_at),
        })}
        check={
          <Link to="/administration/trackers" search={{ open: String(id) } as never}>
            {t('firstSteps.openTracker')}
          </Link>
        }
      />
    ),
    newest === undefined && accepted !== undefined && (
      <Note
        key="connected"
        text={t('firstSteps.connected', {
          identifier,
          address: accepted.address,
          at: time(accepted.connected_at),
        })}
        check={t('firstSteps.checkSky')}
      />
    ),
  ].filter((note) => note !== false);
}

/**
 * Why no position arrives: not understood, not allowed, or nothing arrived at all.
 *
 * @param silent the registered device without a position; null before the registration
 * @param hasUnknown whether an unregistered device sends
 */
export function Diagnosis({
  silent,
  hasUnknown,
}: {
  readonly silent: StepTracker | null;
  readonly hasUnknown: boolean;
}) {
  const { t } = useTranslation();
  const time = useTime();
  const [openedMs] = useState(() => Date.now());
  const { data } = useQuery({
    queryKey: ['first-steps', 'failed-arrivals'],
    queryFn: ({ signal }) => api.trackers.failedArrivals({ signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const ofSilent = useSilentNotes(silent);
  if (data === undefined) return null;
  const failed = data.slice(0, MOST_NOTES);
  if (failed.length === 0 && ofSilent.length === 0) {
    return hasUnknown ? null : (
      <div className={styles.nothing}>
        <p>{t('firstSteps.nothing', { since: time(openedMs) })}</p>
        <ul>
          <li>{t('firstSteps.checkSim')}</li>
          <li>{t('firstSteps.checkServer')}</li>
          <li>{t('firstSteps.checkFirewall')}</li>
        </ul>
      </div>
    );
  }
  return (
    <ul className={styles.notes}>
      {ofSilent}
      {failed.map((one) => (
        <ArrivalNote key={`${one.kind} ${one.protocol} ${one.looks_like}`} one={one} />
      ))}
    </ul>
  );
}
