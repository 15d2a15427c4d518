import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  type LucideIcon,
  MessageSquare,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { keptState } from '../../../api/kept-state.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { cx, look } from '../../../ui/look/look.ts';
import styles from './home-driver.module.css';

type DriverHome = AnswerOf<typeof contract.home.driver>;
type OwnVehicle = NonNullable<DriverHome['vehicle']>;

/** Read again when the person returns to the tab, and at this interval. */
const REFRESH_MS = 60_000;

/** Permission for the screen of defects; others report a defect in the walkaround check. */
const MAY_REPORT = { kind: 'module', anyOf: ['Defect'], write: true } as const;

function State({
  icon: Icon,
  tone,
  children,
}: {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly children: React.ReactNode;
}) {
  return (
    <li className={cx(look({ tone, ground: tone }), styles.state)}>
      <Icon size={20} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

function useTime(): (at: string) => string {
  const { dates } = useDisplay();
  return (at) => formatDateTime(Date.parse(at), dates);
}

/** On the road or not, checked today or not, and the open defects. */
function States({ vehicle }: { readonly vehicle: OwnVehicle }) {
  const { t } = useTranslation();
  const time = useTime();
  const { off_road_since: since, check } = vehicle;
  const last = check.last_at === null ? null : time(check.last_at);
  return (
    <ul className={styles.states}>
      {since === null ? (
        <State icon={CircleCheck} tone="good">
          {t('homeDriver.onRoad')}
        </State>
      ) : (
        <State icon={CircleSlash} tone="bad">
          {t('homeDriver.offRoad', { time: time(since) })}
        </State>
      )}
      {check.is_today ? (
        <State icon={CircleCheck} tone={check.defects > 0 ? 'warn' : 'good'}>
          {t('homeDriver.checked', { time: last, count: check.defects })}
        </State>
      ) : (
        <State icon={CircleAlert} tone="warn">
          {last === null ? t('homeDriver.neverChecked') : t('homeDriver.unchecked', { time: last })}
        </State>
      )}
    </ul>
  );
}

function Defects({ vehicle }: { readonly vehicle: OwnVehicle }) {
  const { t } = useTranslation();
  const time = useTime();
  const { defects, open_defects: count } = vehicle;
  if (count === 0) return <p className={styles.quiet}>{t('homeDriver.noDefects')}</p>;
  return (
    <>
      <h3>{t('homeDriver.defects', { count })}</h3>
      <ul className={styles.list}>
        {defects.map((defect) => (
          <li key={defect.reference_number}>
            <strong>{defect.items.join(', ')}</strong>
            <span className={styles.quiet}>
              {t(`record.severity.${defect.severity}`)} · {defect.reference_number} ·{' '}
              {time(defect.reported_at)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions({ vehicle: { id, qrid } }: { readonly vehicle: OwnVehicle }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const code = qrid === null ? '' : `?qrid=${encodeURIComponent(qrid)}`;
  // The screen of defects needs the server; a defect of a check is sent later.
  const isOffline = useSyncExternalStore(keptState.subscribe, keptState.get) !== null;
  return (
    <div className={styles.actions}>
      {/* Other pages: light enough for a phone, and complete without a network. */}
      <a className="button primary" href={`/check${code}`}>
        {t('home.ownCheck')}
      </a>
      {may(current, MAY_REPORT) && !isOffline ? (
        <Link className="button" to="/defects" search={{ vehicle: id, open: 'new' } as never}>
          <Wrench size={20} aria-hidden="true" />
          {t('page.action.reportDefect')}
        </Link>
      ) : (
        <a className="button" href={`/check${code}`}>
          <Wrench size={20} aria-hidden="true" />
          {t('homeDriver.reportInCheck')}
        </a>
      )}
      {qrid !== null && (
        <a className="button" href={`/help/report_accident${code}`}>
          <TriangleAlert size={20} aria-hidden="true" />
          {t('homeDriver.accident')}
        </a>
      )}
    </div>
  );
}

function Messages({ messages }: { readonly messages: DriverHome['messages'] }) {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <section className={styles.card} aria-labelledby="home-driver-messages">
      <h2 id="home-driver-messages">
        <MessageSquare size={20} aria-hidden="true" />
        {t('homeDriver.messages')}
      </h2>
      {messages.length === 0 ? (
        <p className={styles.quiet}>{t('homeDriver.noMessages')}</p>
      ) : (
        <ul className={styles.list}>
          {messages.map(({ id, message, created_at: at, state }) => (
            <li key={id}>
              <span>{message}</span>
              <span className={styles.quiet}>
                {time(at)} · {t(`message.state.${state}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The home of a driver: the assigned vehicle, its check and defects, what to report, and messages. */
export default function HomeDriver() {
  const { t } = useTranslation();
  const home = useQuery({
    queryKey: ['home-driver'],
    queryFn: ({ signal }) => api.home.driver({ signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
  const { data } = home;
  if (data === undefined) {
    return (
      <div className={styles.columns}>
        <section className={styles.card} aria-busy={home.isPending}>
          {home.isError && (
            <div role="alert">
              <p>{t('homeDriver.failed')}</p>
              <Button onClick={() => void home.refetch()}>{t('action.retry')}</Button>
            </div>
          )}
          {/* The check works without a network. */}
          <div className={styles.actions}>
            <a className="button primary" href="/check">
              {t('home.ownCheck')}
            </a>
          </div>
        </section>
      </div>
    );
  }
  const { vehicle, messages } = data;
  return (
    <div className={styles.columns}>
      <section className={styles.card} aria-labelledby="home-driver-vehicle">
        <h2 id="home-driver-vehicle">{t('homeDriver.vehicle')}</h2>
        {vehicle === null ? (
          <>
            <p className={styles.quiet}>{t('homeDriver.noVehicle')}</p>
            <div className={styles.actions}>
              <a className="button primary" href="/check">
                {t('home.ownCheck')}
              </a>
            </div>
          </>
        ) : (
          <>
            <p className={styles.name}>
              <VehicleLink vehicle={vehicle} />
              <span className={styles.quiet}>{vehicle.model}</span>
            </p>
            <States vehicle={vehicle} />
            <Actions vehicle={vehicle} />
            <Defects vehicle={vehicle} />
          </>
        )}
      </section>
      {vehicle !== null && <Messages messages={messages} />}
    </div>
  );
}
