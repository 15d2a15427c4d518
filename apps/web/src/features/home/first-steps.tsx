import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { storage } from '../../session/storage.ts';
import { Button } from '../../ui/button/button.tsx';
import './first-steps.css';

const ConnectDevice = lazy(() => import('./connect-device/connect-device.tsx'));

const ONE = { pageSize: 25 } as const;
/** The steps of a device are completed by the device, while the administrator watches. */
const DEVICE_REFRESH_MS = 5000;

const trackers = () => api.trackers.list({ query: ONE, quiet: true });

/** First steps of a new company, each with the link to its form and the current count. */
const STEPS = [
  {
    key: 'depot',
    to: '/administration/vehicle-groups',
    search: { open: 'new' },
    count: async () =>
      (await api.pickers.depots({ query: { ...ONE, brief: 'true' }, quiet: true })).count,
    enough: 1,
  },
  {
    key: 'vehicle',
    to: '/administration/vehicles',
    search: { open: 'new' },
    count: async () => (await api.vehicles.list({ query: ONE, quiet: true })).count,
    enough: 1,
  },
  {
    key: 'tracker',
    to: '/administration/trackers',
    search: {},
    count: async () => (await trackers()).count,
    enough: 1,
  },
  {
    key: 'map',
    to: '/telematics/track',
    search: {},
    count: async () =>
      (await trackers()).results.filter((one) => one.last_seen !== null && one.vehicle !== null)
        .length,
    enough: 1,
  },
  {
    key: 'user',
    to: '/administration/users',
    search: { open: 'new' },
    count: async () => (await api.users.list({ query: ONE, quiet: true })).count,
    // The first user is the one who set the product up.
    enough: 2,
  },
] as const;

const isOfDevice = (key: string) => key === 'tracker' || key === 'map';

/** Guides a new company to its first vehicle on the map, until the last step is done or it is hidden. */
export default function FirstSteps() {
  const { t } = useTranslation();
  const { id } = useSession().current.user;
  const [isHidden, setIsHidden] = useState(storage.hiddenFirstSteps.get()?.[id] === true);
  const counts = useQueries({
    queries: STEPS.map(({ key, count, enough }) => ({
      queryKey: ['first-steps', key],
      queryFn: count,
      enabled: !isHidden,
      refetchInterval: ({ state }: { state: { data: number | undefined } }) =>
        isOfDevice(key) && (state.data ?? 0) < enough ? DEVICE_REFRESH_MS : (false as const),
    })),
  });
  const isDone = STEPS.map(({ enough }, at) => (counts[at]?.data ?? 0) >= enough);
  const isKnown = counts.every(({ isSuccess }) => isSuccess);
  const isComplete = isKnown && isDone.every(Boolean);
  const remember = useCallback(() => {
    storage.hiddenFirstSteps.set({ ...storage.hiddenFirstSteps.get(), [id]: true });
  }, [id]);
  useEffect(() => {
    // They need not be counted again.
    if (isComplete) remember();
  }, [isComplete, remember]);
  if (isHidden || !isKnown || isComplete) return null;
  const hide = () => {
    remember();
    setIsHidden(true);
  };
  const [, , hasTracker = false, isOnMap = false] = isDone;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps">{t('firstSteps.title')}</h2>
        <Button kind="link" onClick={hide}>
          {t('firstSteps.hide')}
        </Button>
      </div>
      <p>{t('firstSteps.text')}</p>
      <ol>
        {STEPS.map(({ key, to, search }, at) => (
          <li key={key}>
            <span className="first-steps-sign" aria-hidden="true">
              {isDone[at] ? '✓' : at + 1}
            </span>
            <Link to={to} search={search as never}>
              {t(`firstSteps.${key}`)}
            </Link>
            <span className="first-steps-text">{t(`firstSteps.${key}Text`)}</span>
            {isDone[at] && <span className="first-steps-done">{t('firstSteps.done')}</span>}
          </li>
        ))}
      </ol>
      {!isOnMap && (
        <Suspense>
          <ConnectDevice hasTracker={hasTracker} />
        </Suspense>
      )}
    </section>
  );
}
