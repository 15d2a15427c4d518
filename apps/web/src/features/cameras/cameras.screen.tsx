import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatMoment } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { filtersOf } from '../records/records-filters.tsx';

type Row = AnswerOf<typeof contract.cameras.states>['results'][number] & { readonly id: number };
type Cameras = Resource<Row, never>;

const NONE = '–';
const STATES = ['offline', 'online'] as const;
const REFRESH_MS = 60_000;

function StateBadge({ state }: Pick<Row, 'state'>) {
  const { t } = useTranslation();
  return (
    <Badge tone={state === 'offline' ? 'warn' : 'good'}>{t(`cameraStates.state.${state}`)}</Badge>
  );
}

const Filters = filtersOf((t) => [
  {
    name: 'state',
    label: t('cameraStates.state'),
    all: t('cameraStates.anyState'),
    options: STATES.map((value) => ({ value, label: t(`cameraStates.state.${value}`) })),
  },
]);

function Details({ one }: { readonly one: Row }) {
  const { t } = useTranslation();
  const { cameras, state, vehicle } = one;
  return (
    <div className={look({ flow: 'stack', gap: 3 })}>
      <p>
        <VehicleLink vehicle={vehicle} />
      </p>
      {state === 'offline' && <p>{t('cameraStates.offlineText')}</p>}
      <ul>
        {cameras.map(({ camera, name }) => (
          <li key={camera}>{`${camera}: ${name}`}</li>
        ))}
      </ul>
      <p>
        <Link to={'/video/historic' as string} search={{ vehicleId: vehicle.id } as never}>
          {t('cameraStates.clips')}
        </Link>
      </p>
    </div>
  );
}

/** Screen /video/cameras: the vehicles with cameras, with their last contact and state. */
export function CamerasScreen() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const resource = useMemo<Cameras>(() => {
    const moment = (at: string | null) =>
      at === null ? NONE : formatMoment(Date.parse(at), dates);
    const list: Cameras['list'] = async (query, signal) => {
      const found = await api.cameras.states({ query: query as object, signal });
      return { ...found, results: found.results.map((row) => ({ ...row, id: row.vehicle.id })) };
    };
    return {
      kind: 'camera-states',
      texts: 'cameraStates',
      list,
      read: async (id, signal) => {
        const { results } = await api.cameras.states({ query: { vehicle: id }, signal });
        const [row] = results;
        if (row === undefined) throw new Error(t('gallery.notFound'));
        return { ...row, id };
      },
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        {
          key: 'registration',
          label: t('cameraStates.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'state',
          label: t('cameraStates.state'),
          cell: ({ state }) => <StateBadge state={state} />,
        },
        {
          key: 'last_seen',
          label: t('cameraStates.lastContact'),
          isOrdered: true,
          cell: ({ last_seen }) => moment(last_seen),
        },
        {
          key: 'cameras',
          label: t('cameraStates.cameras'),
          cell: ({ cameras }) => cameras.map(({ name }) => name).join(', '),
        },
        {
          key: 'oldest',
          label: t('cameraStates.oldestFootage'),
          cell: ({ oldest_footage }) => moment(oldest_footage),
        },
      ],
      Details,
      mayAdd: false,
      filters: { names: ['state'], Controls: Filters },
      refreshMs: REFRESH_MS,
      hasHistory: false,
    };
  }, [t, dates]);
  return <ResourceScreen resource={resource} />;
}
