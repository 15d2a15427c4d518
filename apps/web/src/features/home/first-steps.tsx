import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import './first-steps.css';

const ONE = { pageSize: 25 } as const;

/** First steps of a new company, each with the link to its form and the current count. */
const STEPS = [
  {
    key: 'depot',
    to: '/administration/vehicle-groups',
    search: { open: 'new' },
    count: () => api.pickers.depots({ query: { ...ONE, brief: 'true' }, quiet: true }),
    enough: 1,
  },
  {
    key: 'vehicle',
    to: '/administration/vehicles',
    search: { open: 'new' },
    count: () => api.vehicles.list({ query: ONE, quiet: true }),
    enough: 1,
  },
  {
    key: 'tracker',
    to: '/administration/trackers',
    search: {},
    count: () => api.trackers.list({ query: ONE, quiet: true }),
    enough: 1,
  },
  {
    key: 'user',
    to: '/administration/users',
    search: { open: 'new' },
    count: () => api.users.list({ query: ONE, quiet: true }),
    // The first user is the one who set the product up.
    enough: 2,
  },
] as const;

function Steps() {
  const { t } = useTranslation();
  const counts = useQueries({
    queries: STEPS.map(({ key, count }) => ({
      queryKey: ['first-steps', key],
      queryFn: async () => (await count()).count,
    })),
  });
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('firstSteps.title')}</h2>
      <p>{t('firstSteps.text')}</p>
      <ol>
        {STEPS.map(({ key, to, search, enough }, at) => {
          const isDone = (counts[at]?.data ?? 0) >= enough;
          return (
            <li key={key}>
              <span className="first-steps-sign" aria-hidden="true">
                {isDone ? '✓' : at + 1}
              </span>
              <Link to={to} search={search as never}>
                {t(`firstSteps.${key}`)}
              </Link>
              <span className="first-steps-text">{t(`firstSteps.${key}Text`)}</span>
              {isDone && <span className="first-steps-done">{t('firstSteps.done')}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Guides a new company to its first vehicle on the map; hidden once a tracker is registered. */
export default function FirstSteps() {
  const trackers = useQuery({
    queryKey: ['first-steps', 'tracker'],
    queryFn: async () => (await api.trackers.list({ query: ONE, quiet: true })).count,
  });
  return trackers.data === 0 ? <Steps /> : null;
}
