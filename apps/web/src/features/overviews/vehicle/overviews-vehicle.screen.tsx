import { canPull, isPowered, isTrailer } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { DriverLink } from '../../../ui/entity-link/entity-link.tsx';
import {
  EntityPage,
  EntityPageState,
  type PageAction,
  type Section,
} from '../../../ui/entity-page/entity-page.tsx';
import { History } from '../../../ui/history/history.tsx';
import { later, laterDialog } from '../../../ui/later/later.tsx';
import { VehicleTypeIcon } from '../../../ui/vehicle-type-icon.tsx';
import { BrakeSection } from '../../brake-tests/brake-section.tsx';
import { CouplingSection } from '../../couplings/coupling-section.tsx';
import { FuelSection } from '../../fuel/fuel-section.tsx';
import { OfficialSection } from '../../official-data/official-section.tsx';
import { SensorsSection } from '../../sensors/sensors-section.tsx';
import { ServiceSection } from '../../service-plans/service-section.tsx';
import { useDownloadFact } from '../../tachograph-downloads/download-state.tsx';
import { StateBadge } from '../../tracking/tracking-state-badge.tsx';
import { TyreSection } from '../../tyres/tyre-section.tsx';
import { openLiveVideo } from '../../video-live/open-live-video.tsx';
import { useActiveDevice } from '../../video-recorded/request/use-active-devices.ts';
import { OrdersOfVehicle } from '../../work-orders/orders-of-vehicle.tsx';
import { SmallMap, useStatusFacts } from '../overviews-parts.tsx';
import { useMaySee } from '../overviews-permissions.ts';
import {
  DefectsSection,
  DepotLinks,
  EventsSection,
  ScheduleSection,
} from '../overviews-sections.tsx';
import { useOverview } from '../use-overview.ts';
import { isUntracked, usePlateFacts } from './overviews-vehicle-asset.ts';
import { useCombinationFacts } from './overviews-vehicle-combination.tsx';
import {
  VehicleAttention,
  VehicleCosts,
  VehicleDevices,
  type VehicleOverview,
  VehicleTrips,
} from './overviews-vehicle-sections.tsx';

const { Part: LabelDialog } = laterDialog(
  async () => (await import('../../qr-codes/label/label-dialog.tsx')).LabelDialog,
);
const { Part: MessageDialog } = laterDialog(
  async () => (await import('../../messages/message-dialog.tsx')).MessageDialog,
);

const { Part: DeviceCommandsDialog } = laterDialog(
  async () =>
    (await import('../../device-commands/device-commands-dialog.tsx')).DeviceCommandsDialog,
);

const { Part: FaultSection } = later(
  async () => (await import('../../faults/fault-section.tsx')).FaultSection,
);

const { Part: CampaignsOfVehicle } = later(
  async () => (await import('../../work-orders/campaigns-of-vehicle.tsx')).CampaignsOfVehicle,
);

const { Part: VehicleSharesDialog } = laterDialog(
  async () => (await import('../../vehicle-shares/vehicle-shares-dialog.tsx')).VehicleSharesDialog,
);

const NONE = '–';

/** The reason why the map is empty. */
function noPlaceText(vehicle: VehicleOverview) {
  if (vehicle.status?.state === 'private') return 'track.private';
  return isUntracked(vehicle) ? 'page.noTracker' : 'track.never';
}

function useSections(vehicle: VehicleOverview): readonly Section[] {
  const { t } = useTranslation();
  const maySee = useMaySee();
  const { id } = vehicle;
  const one = (isOffered: boolean, key: string, content: () => React.ReactNode): Section[] =>
    isOffered ? [{ key, label: t(`page.section.${key}`), content }] : [];
  const isActive = vehicle.is_active;
  const isTracked = isActive && !isUntracked(vehicle);
  return [
    ...one(true, 'overview', () => <VehicleAttention vehicle={vehicle} />),
    ...one(isTracked && maySee('trips'), 'trips', () => <VehicleTrips vehicle={vehicle} />),
    ...one(isTracked && maySee('sensors'), 'sensors', () => (
      <SensorsSection vehicleId={id} maySeeTrace={maySee('trace')} />
    )),
    ...one(isTracked && isPowered(vehicle.kind) && maySee('trips'), 'fuel', () => (
      <FuelSection vehicle={vehicle} />
    )),
    ...one(isTracked && maySee('events'), 'events', () => <EventsSection of={{ vehicle: id }} />),
    ...one(isActive && maySee('file'), 'schedule', () => <ScheduleSection of={{ vehicle: id }} />),
    ...one(isActive && canPull(vehicle.kind) && maySee('file'), 'trailers', () => (
      <CouplingSection vehicle={vehicle} />
    )),
    ...one(isActive && isTrailer(vehicle.kind) && maySee('file'), 'coupledTo', () => (
      <CouplingSection vehicle={vehicle} />
    )),
    ...one(isActive && maySee('file'), 'services', () => <ServiceSection vehicleId={id} />),
    ...one(isActive && isPowered(vehicle.kind) && maySee('file'), 'official', () => (
      <OfficialSection vehicleId={id} />
    )),
    ...one(isActive && maySee('file'), 'tyres', () => <TyreSection vehicleId={id} />),
    ...one(isActive && maySee('brakes'), 'brakes', () => <BrakeSection vehicleId={id} />),
    ...one(isActive && maySee('defects'), 'defects', () => (
      <DefectsSection of={{ vehicle: id }} hasScreen={maySee('defectScreen')} />
    )),
    ...one(isActive && maySee('workOrders'), 'faults', () => <FaultSection vehicleId={id} />),
    ...one(isActive && maySee('workOrders'), 'recalls', () => (
      <CampaignsOfVehicle vehicleId={id} />
    )),
    ...one(isActive && maySee('workOrders'), 'workOrders', () => (
      <OrdersOfVehicle vehicle={vehicle} />
    )),
    ...one(isActive && maySee('offRoad'), 'costs', () => <VehicleCosts vehicle={vehicle} />),
    ...one(maySee('administration'), 'devices', () => <VehicleDevices vehicle={vehicle} />),
    ...one(maySee('administration'), 'history', () => (
      <History kind="vehicle" id={id} startsOpen />
    )),
  ];
}

function useActions(
  vehicle: VehicleOverview,
  open: (dialog: 'label' | 'message' | 'command' | 'share') => void,
): readonly PageAction[] {
  const { id, registration, is_active: isActive, status } = vehicle;
  const hasTracker = !isUntracked(vehicle);
  const { t } = useTranslation();
  const maySee = useMaySee();
  const hasCamera = useActiveDevice(id) !== undefined;
  const one = (isOffered: boolean, key: string, how: Omit<PageAction, 'key' | 'label'>) =>
    isOffered ? [{ key, label: t(`page.action.${key}`), ...how }] : [];
  const place =
    status === null || status.lat === null || status.long === null
      ? undefined
      : { latitudeDeg: status.lat, longitudeDeg: status.long, headingDeg: status.dir };
  const ofVehicle = { vehicleId: id };
  return [
    ...(isActive
      ? [
          ...one(hasTracker && maySee('liveMap'), 'liveMap', {
            to: '/telematics/track',
            search: { vehicle: id },
          }),
          ...one(hasTracker && maySee('trace'), 'trace', {
            to: '/telematics/trace',
            search: ofVehicle,
          }),
          ...one(hasCamera, 'liveVideo', {
            onSelect: () => openLiveVideo({ id, registration, place }),
          }),
          ...one(maySee('fileWrite'), 'newDocument', {
            to: '/vehicle-file/activity',
            search: { ...ofVehicle, panel: 'new' },
          }),
          ...one(maySee('defectWrite'), 'reportDefect', {
            to: '/defects',
            search: { vehicle: id, open: 'new' },
          }),
          ...one(maySee('offRoadWrite'), 'offRoad', {
            to: '/vor-dashboard/vor',
            search: { vehicle: id, open: 'new' },
          }),
          ...one(isPowered(vehicle.kind) && maySee('planning'), 'whoCanTake', {
            to: '/driver-planning',
            search: { list: 'who', vehicle: id },
          }),
          ...one(isPowered(vehicle.kind) && maySee('planning'), 'assignments', {
            to: '/driver-assignments',
            search: { vehicle: id },
          }),
          ...one(hasTracker && maySee('message'), 'message', { onSelect: () => open('message') }),
          ...one(hasTracker && maySee('command'), 'command', { onSelect: () => open('command') }),
          ...one(hasTracker && maySee('share'), 'share', { onSelect: () => open('share') }),
          ...one(maySee('evidence'), 'evidence', {
            to: '/evidence-packs',
            search: { vehicle: id, registration },
          }),
          ...one(maySee('file'), 'qrCode', { onSelect: () => open('label') }),
        ]
      : []),
    ...one(maySee('administration'), 'edit', {
      to: '/administration/vehicles',
      search: { open: id, ...(isActive ? {} : { archived: 1 }) },
    }),
  ];
}

function VehiclePage({ vehicle }: { readonly vehicle: VehicleOverview }) {
  const { t } = useTranslation();
  const display = useDisplay();
  const [dialog, setDialog] = useState<'label' | 'message' | 'command' | 'share' | null>(null);
  const sections = useSections(vehicle);
  const actions = useActions(vehicle, setDialog);
  const plateFacts = usePlateFacts(vehicle);
  const statusFacts = useStatusFacts(vehicle.status);
  const combinationFacts = useCombinationFacts(vehicle);
  const downloadFact = useDownloadFact({ vehicle: vehicle.id }, useMaySee()('downloads'));
  const { id, registration, status, driver } = vehicle;
  const driverNow = driver === null ? NONE : <DriverLink key="driver" driver={driver} />;
  const driverFact =
    driver === null && !isPowered(vehicle.kind) ? [] : [[t('page.driverNow'), driverNow] as const];
  return (
    <>
      <EntityPage
        kind={isPowered(vehicle.kind) ? t('page.vehicle') : t(`vehicles.kind.${vehicle.kind}`)}
        name={registration}
        icon={<VehicleTypeIcon vehicle={{ type: vehicle.type }} />}
        badges={
          <>
            {status !== null && !isUntracked(vehicle) && <StateBadge state={status.state} />}
            {vehicle.off_road?.since != null && <Badge tone="bad">{t('recordList.vor')}</Badge>}
            {!vehicle.is_active && <Badge>{t('page.archived')}</Badge>}
          </>
        }
        facts={[
          ...(isUntracked(vehicle) ? [] : statusFacts),
          ...combinationFacts,
          ...driverFact,
          [t('page.depot'), <DepotLinks key="depots" depots={vehicle.depots} />],
          [
            t('page.typeAndModel'),
            [
              t(`vehicles.kind.${vehicle.kind}`),
              vehicle.model,
              isPowered(vehicle.kind) ? vehicle.fuel : null,
            ]
              .filter(Boolean)
              .join(', '),
          ],
          [t('vehicles.vin'), vehicle.vin ?? NONE],
          ...plateFacts,
          ...downloadFact,
        ]}
        map={
          status === null ? null : (
            <SmallMap
              place={vehicle.coupled_to?.status ?? status}
              noPlace={t(noPlaceText(vehicle))}
            />
          )
        }
        actions={actions}
        sections={sections}
      />
      {dialog === 'label' && (
        <LabelDialog
          of={{ vehicle: { id, registration }, depotId: null }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'share' && (
        <VehicleSharesDialog vehicle={{ id, registration }} onClose={() => setDialog(null)} />
      )}
      {dialog === 'command' && (
        <DeviceCommandsDialog vehicle={{ id, registration }} onClose={() => setDialog(null)} />
      )}
      {dialog === 'message' && (
        <MessageDialog
          vehicle={{ id, registration }}
          display={display}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** Screen /vehicles/$id: all about one vehicle. */
export function VehicleScreen() {
  const { t } = useTranslation();
  const { id, query } = useOverview('vehicle', (call) => api.overviews.vehicle(call));
  if (query.data === undefined) return <EntityPageState kind={t('page.vehicle')} query={query} />;
  return <VehiclePage key={id} vehicle={query.data} />;
}
