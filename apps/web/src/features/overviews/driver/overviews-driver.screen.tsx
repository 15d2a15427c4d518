import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDistance, formatDuration, formatMoment } from '@roadworthy/domain';
import { User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import {
  EntityPage,
  EntityPageState,
  type PageAction,
  type Section,
} from '../../../ui/entity-page/entity-page.tsx';
import { FactList } from '../../../ui/facts.tsx';
import { History } from '../../../ui/history/history.tsx';
import { DriverCoachingSection } from '../../coaching/coaching-driver-section.tsx';
import { Expiry } from '../../drivers/drivers-expiry.tsx';
import { DriverFileSection } from '../../drivers-file/driver-file-section.tsx';
import { DriverHoursSection } from '../../drivers-hours/driver-section.tsx';
import { consumptionText } from '../../fuel/fuel-text.ts';
import { useDownloadFact } from '../../tachograph-downloads/download-state.tsx';
import { StateBadge } from '../../tracking/tracking-state-badge.tsx';
import { checkTarget } from '../../vehicle-check/check-target.ts';
import styles from '../overviews.module.css';
import { SmallMap, sectionOf, Tiles, useStatusFacts } from '../overviews-parts.tsx';
import { useMaySee } from '../overviews-permissions.ts';
import { EventsSection } from '../overviews-sections.tsx';
import { useOverview } from '../use-overview.ts';
import { DriverBehaviour, DriverChecks, DriverTrips } from './overviews-driver-sections.tsx';

type DriverOverview = AnswerOf<typeof contract.overviews.driver>;

const NONE = '–';

function Overview({ driver }: { readonly driver: DriverOverview }) {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const { id, personal, driving, checks } = driver;
  const page = `/drivers/${id}`;
  const some = driving !== null && driving.trips > 0;
  const trips = some ? sectionOf(page, 'trips', { days: '7' }) : undefined;
  return (
    <>
      <Tiles
        tiles={[
          ...(driving === null
            ? []
            : [
                [t('page.tripsWeek'), driving.trips, trips] as const,
                [
                  t('page.distanceWeek'),
                  formatDistance(driving.distance, unit, locale, 1),
                  trips,
                ] as const,
                [
                  t('page.drivingTimeWeek'),
                  formatDuration(driving.driving_time, locale, 'narrow'),
                  trips,
                ] as const,
                ...(driving.fuel_used === null
                  ? []
                  : [
                      [
                        t('page.consumptionWeek'),
                        consumptionText(driving.fuel_used, driving.fuel_distance, unit, locale) ??
                          '–',
                        trips,
                      ] as const,
                    ]),
              ]),
          ...(checks === null
            ? []
            : [
                [
                  t('page.checksMonth'),
                  checks.count,
                  sectionOf(page, 'checks', { days: '30' }),
                ] as const,
                [
                  t('page.checksWithDefects'),
                  checks.with_defects,
                  sectionOf(page, 'checks', { days: '30', defects: 'true' }),
                ] as const,
                [
                  t('page.lastCheck'),
                  checks.last_at === null ? NONE : formatMoment(Date.parse(checks.last_at), dates),
                  checkTarget(checks.last) ?? undefined,
                ] as const,
              ]),
        ]}
      />
      {personal !== null && (
        <>
          <h2>{t('page.contactAndLicence')}</h2>
          <div className={styles.panel}>
            <FactList
              className={styles.personal ?? ''}
              facts={[
                [t('drivers.email'), personal.email ?? NONE],
                [t('drivers.phone'), personal.phone ?? NONE],
                [t('drivers.licenceNumber'), personal.licence_number ?? NONE],
                [t('drivers.licenceCategories'), personal.licence_categories.join(', ') || NONE],
                [
                  t('drivers.licenceExpires'),
                  <Expiry key="licence" day={personal.licence_expires_on} />,
                ],
                [
                  t('drivers.tachographCardExpires'),
                  <Expiry key="card" day={personal.tachograph_card_expires_on} />,
                ],
                [t('drivers.cpcExpires'), <Expiry key="cpc" day={personal.cpc_expires_on} />],
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}

function DriverPage({ driver }: { readonly driver: DriverOverview }) {
  const { t } = useTranslation();
  const maySee = useMaySee();
  const { id, vehicles, archived } = driver;
  const [first] = vehicles;
  const status = first?.status ?? null;
  const statusFacts = useStatusFacts(status);
  const downloadFact = useDownloadFact({ driver: id }, maySee('downloads'));
  const section = (isOffered: boolean, key: string, content: () => React.ReactNode): Section[] =>
    isOffered ? [{ key, label: t(`page.section.${key}`), content }] : [];
  const action = (isOffered: boolean, key: string, how: Omit<PageAction, 'key' | 'label'>) =>
    isOffered ? [{ key, label: t(`page.action.${key}`), ...how }] : [];
  const sections = [
    ...section(true, 'overview', () => <Overview driver={driver} />),
    ...section(maySee('driverFile'), 'file', () => <DriverFileSection id={id} />),
    ...section(maySee('trips'), 'trips', () => <DriverTrips id={id} />),
    ...section(maySee('hours'), 'hours', () => <DriverHoursSection id={id} />),
    ...section(maySee('events'), 'events', () => <EventsSection of={{ driver: id }} />),
    ...section(maySee('behaviour'), 'behaviour', () => <DriverBehaviour id={id} />),
    ...section(maySee('coaching') && maySee('events'), 'coaching', () => (
      <DriverCoachingSection id={id} />
    )),
    ...section(maySee('checks'), 'checks', () => <DriverChecks id={id} />),
    ...section(maySee('administration'), 'history', () => (
      <History kind="driver" id={id} startsOpen />
    )),
  ];
  const actions = [
    ...action(maySee('liveMap') && first !== undefined, 'liveMap', {
      to: '/telematics/track',
      search: { vehicle: first?.id ?? 0 },
    }),
    ...action(maySee('planningWrite') && !archived, 'message', {
      to: '/driver-messages',
      search: { open: 'new', driver: id },
    }),
    ...action(maySee('timesheets'), 'timesheet', {
      to: '/telematics/timesheets',
      search: { by: 'driver', driverId: id },
    }),
    ...action(maySee('planning'), 'assignments', {
      to: '/driver-assignments',
      search: { driver: id },
    }),
    ...action(maySee('administration'), 'edit', {
      to: '/administration/drivers',
      search: { open: id, ...(archived ? { archived: 1 } : {}) },
    }),
  ];
  return (
    <EntityPage
      kind={t('page.driver')}
      name={`${driver.first_name} ${driver.surname}`}
      icon={<User size={24} aria-hidden="true" />}
      badges={
        <>
          {status !== null && <StateBadge state={status.state} />}
          {archived && <Badge>{t('page.archived')}</Badge>}
        </>
      }
      facts={[
        [
          t('page.currentVehicle'),
          vehicles.length === 0
            ? NONE
            : vehicles.map((vehicle, n) => (
                <span key={vehicle.id}>
                  {n > 0 && ', '}
                  <VehicleLink vehicle={vehicle} />
                </span>
              )),
        ],
        ...statusFacts,
        ...downloadFact,
        [t('drivers.category'), driver.category ?? NONE],
        [t('organisation.customer'), driver.customer_name],
      ]}
      map={
        status === null ? null : (
          <SmallMap
            place={status}
            noPlace={t(status.state === 'private' ? 'track.private' : 'track.never')}
          />
        )
      }
      actions={actions}
      sections={sections}
    />
  );
}

/** Screen /drivers/$id: all about one driver. */
export function DriverScreen() {
  const { t } = useTranslation();
  const { id, query } = useOverview('driver', (call) => api.overviews.driver(call));
  if (query.data === undefined) return <EntityPageState kind={t('page.driver')} query={query} />;
  return <DriverPage key={id} driver={query.data} />;
}
