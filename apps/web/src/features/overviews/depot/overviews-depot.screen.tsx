import type { AnswerOf, contract } from '@roadworthy/contract';
import { VEHICLE_STATES } from '@roadworthy/domain';
import { Warehouse } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useMoney } from '../../../ui/display.ts';
import {
  EntityPage,
  EntityPageState,
  type PageAction,
  type Section,
} from '../../../ui/entity-page/entity-page.tsx';
import { FigureLink } from '../../../ui/figure-link/figure-link.tsx';
import { History } from '../../../ui/history/history.tsx';
import { StateBadge } from '../../tracking/tracking-state-badge.tsx';
import { defectItems, scheduleItems } from '../overviews-attention.ts';
import { Attention, type AttentionItem, SmallMap, sectionOf, Tiles } from '../overviews-parts.tsx';
import { useMaySee } from '../overviews-permissions.ts';
import { DefectsSection, ScheduleSection } from '../overviews-sections.tsx';
import { useOverview } from '../use-overview.ts';
import { DepotDrivers, DepotUsers, DepotVehicles } from './overviews-depot-sections.tsx';

type DepotOverview = AnswerOf<typeof contract.overviews.depot>;

const NONE = '–';

/** The vehicles of a depot with their checks of today. */
const checkedIn = (id: number, fleet: 'checked' | 'unchecked') => ({
  to: '/vehiclecheck/depot',
  search: { fleet, depot: String(id) },
});

function useAttention(depot: DepotOverview): AttentionItem[] {
  const { t } = useTranslation();
  const money = useMoney();
  const maySee = useMaySee();
  const { id, off_road: offRoad, schedule, defects, checks, vehicles } = depot;
  const section = (name: string, state: string) => ({
    label: t('page.show'),
    to: `/depots/${id}`,
    search: { section: name, state },
  });
  const items: (AttentionItem | false)[] = [
    offRoad !== null &&
      offRoad.vehicles > 0 && {
        key: 'vor',
        tone: 'bad',
        text: [
          t('page.vehiclesOffRoad', { count: offRoad.vehicles }),
          ...(offRoad.cost === 0 ? [] : [money(offRoad.cost)]),
        ].join(', '),
        ...(maySee('offRoadScreen')
          ? {
              link: {
                label: t('page.show'),
                to: '/vor-dashboard/vor',
                search: { depot: id, state: 'off_road' },
              },
            }
          : {}),
      },
    ...scheduleItems(schedule, (state) => section('schedule', state), t),
    ...defectItems(defects, section('defects', 'open'), t),
    checks !== null &&
      checks.checked < vehicles && {
        key: 'check',
        tone: 'warn',
        text: t('page.uncheckedToday', { count: vehicles - checks.checked }),
        link: { label: t('page.show'), ...checkedIn(id, 'unchecked') },
      },
  ];
  return items.filter((item) => item !== false);
}

function Overview({ depot }: { readonly depot: DepotOverview }) {
  const { t } = useTranslation();
  const items = useAttention(depot);
  const { id, states, checks } = depot;
  const page = `/depots/${id}`;
  return (
    <>
      <Attention items={items} />
      <Tiles
        tiles={[
          [t('page.vehicles'), depot.vehicles, sectionOf(page, 'vehicles')],
          [t('page.drivers'), depot.drivers, sectionOf(page, 'drivers')],
          ...(checks === null
            ? []
            : [[t('page.checkedToday'), checks.checked, checkedIn(id, 'checked')] as const]),
          ...(states === null
            ? []
            : VEHICLE_STATES.map(
                (state) =>
                  [
                    t(`state.${state}`),
                    states[state],
                    sectionOf(page, 'vehicles', { state }),
                  ] as const,
              )),
        ]}
      />
    </>
  );
}

function DepotPage({ depot }: { readonly depot: DepotOverview }) {
  const { t } = useTranslation();
  const maySee = useMaySee();
  const { id, name, region, address, place, states } = depot;
  const section = (isOffered: boolean, key: string, content: () => React.ReactNode): Section[] =>
    isOffered ? [{ key, label: t(`page.section.${key}`), content }] : [];
  const action = (isOffered: boolean, key: string, how: Omit<PageAction, 'key' | 'label'>) =>
    isOffered ? [{ key, label: t(`page.action.${key}`), ...how }] : [];
  const page = `/depots/${id}`;
  const fact = (name: 'vehicles' | 'drivers', count: number) => (
    <FigureLink
      key={name}
      count={count}
      target={sectionOf(page, name)}
      label={`${t(`page.${name}`)}: ${count}`}
    >
      {count}
    </FigureLink>
  );
  const lines =
    address === null
      ? []
      : [address.address1, address.address2, address.city, address.county, address.postcode];
  return (
    <EntityPage
      kind={t('page.depot')}
      name={name}
      icon={<Warehouse size={24} aria-hidden="true" />}
      badges={
        states !== null &&
        VEHICLE_STATES.filter((state) => states[state] > 0).map((state) => (
          <span key={state}>
            <StateBadge state={state} />{' '}
            <FigureLink
              count={states[state]}
              target={sectionOf(page, 'vehicles', { state })}
              label={`${t(`state.${state}`)}: ${states[state]}`}
            >
              {states[state]}
            </FigureLink>
          </span>
        ))
      }
      facts={[
        [t('page.postalAddress'), lines.filter((line) => line !== '').join(', ') || NONE],
        [t('page.region'), region?.name ?? NONE],
        [t('page.vehicles'), fact('vehicles', depot.vehicles)],
        [t('page.drivers'), fact('drivers', depot.drivers)],
        [t('organisation.customer'), depot.customer_name],
      ]}
      map={<SmallMap place={place} noPlace={t('page.noDepotPlace')} />}
      actions={[
        ...action(maySee('liveMap'), 'liveMap', { to: '/telematics/track' }),
        ...action(maySee('file'), 'planner', {
          to: '/vehicle-file/planner',
          search: { depot: id },
        }),
        ...action(maySee('checks'), 'checks', { to: '/vehiclecheck/region' }),
        ...action(maySee('administration'), 'edit', {
          to: '/administration/vehicle-groups',
          search: { open: id },
        }),
      ]}
      sections={[
        ...section(true, 'overview', () => <Overview depot={depot} />),
        ...section(true, 'vehicles', () => <DepotVehicles id={id} hasStates={states !== null} />),
        ...section(true, 'drivers', () => <DepotDrivers id={id} />),
        ...section(maySee('file'), 'schedule', () => <ScheduleSection of={{ depot: id }} />),
        ...section(maySee('defects'), 'defects', () => (
          <DefectsSection of={{ depot: id }} hasScreen={maySee('defectScreen')} />
        )),
        ...section(maySee('administration'), 'users', () => <DepotUsers id={id} />),
        ...section(maySee('administration'), 'history', () => (
          <History kind="depot" id={id} startsOpen />
        )),
      ]}
    />
  );
}

/** Screen /depots/$id: all about one depot. */
export function DepotScreen() {
  const { t } = useTranslation();
  const { id, query } = useOverview('depot', (call) => api.overviews.depot(call));
  if (query.data === undefined) return <EntityPageState kind={t('page.depot')} query={query} />;
  return <DepotPage key={id} depot={query.data} />;
}
