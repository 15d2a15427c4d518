import { allows, formatDuration, formatMoment } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { CloseIcon } from '../../ui/close-icon.tsx';
import type { Display } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { VehicleIcon } from '../../ui/vehicle-icon.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import styles from './track.module.css';
import { compass, speedText, textOf } from './tracking-display.ts';
import { VehicleStateBadge } from './tracking-state-badge.tsx';
import { useStop } from './use-stop.ts';
import { DetailsActions, type DetailsActionsProps } from './vehicle-details-actions.tsx';

function Fact({ label, value }: { readonly label: string; readonly value: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? t('track.unknown')}</dd>
    </div>
  );
}

/** Since when the vehicle has been stopped. */
function StoppedSince({
  vehicle,
  display,
}: {
  readonly vehicle: TrackVehicle;
  readonly display: Display;
}) {
  const { t, i18n } = useTranslation();
  const stop = useStop(vehicle);
  if (stop === null) return null;
  return (
    <p className={look({ size: 'small', numeric: true })}>
      {t('track.stoppedSince', {
        time: formatMoment(stop.sinceMs, display.dates),
        duration: formatDuration(stop.durationS, i18n.language, 'narrow'),
      })}
    </p>
  );
}

/** The screens about a vehicle, each with the module that it requires. */
const LINKS = [
  { key: 'trace', to: '/telematics/trace', module: 'Trace', name: 'vehicleId' },
  { key: 'trips', to: '/telematics/trip', module: 'Trips', name: 'vehicleId' },
  { key: 'file', to: '/vehicle-file/activity', module: 'Vehicle File', name: 'vehicleId' },
  { key: 'defects', to: '/defects', module: 'Defect', name: 'vehicle' },
] as const;

/** Links to the other screens about the vehicle that the person may open. */
function VehicleLinks({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const rights = rightsOf(useSession().current);
  const links = LINKS.filter(({ module }) =>
    allows({ kind: 'module', anyOf: [module], refusesLimited: module === 'Vehicle File' }, rights),
  );
  if (links.length === 0) return null;
  return (
    <nav
      className={cx(
        row({ wrap: true, rowGap: 1, columnGap: 4, paddingTop: 2, borderTop: true }),
        styles.detailsLinks,
      )}
      aria-label={t('track.links')}
    >
      {links.map(({ key, to, name }) => (
        <Link key={key} to={to} search={{ [name]: String(vehicleId) } as never}>
          {t(`track.${key}`)}
        </Link>
      ))}
    </nav>
  );
}

/** The card of the selected vehicle: state, place and actions (M-P01). */
export function VehicleDetails({
  onClose,
  ...actions
}: DetailsActionsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { vehicle, display } = actions;
  const { driver } = vehicle;
  return (
    <section
      data-part="details"
      className={cx(
        stack({
          gap: 3,
          paddingX: 4,
          paddingTop: 0,
          paddingBottom: 4,
          overflowY: 'auto',
          ground: 'raised',
          border: 'line',
          radius: 'large',
          shadow: 'high',
        }),
        styles.details,
      )}
      aria-label={t('track.details')}
    >
      <header>
        <VehicleIcon type={vehicle.type} size={32} />
        <h2>
          <VehicleLink vehicle={vehicle} />
        </h2>
        <VehicleStateBadge vehicle={vehicle} />
        <Button kind="icon" aria-label={t('track.close')} onClick={onClose}>
          <CloseIcon sizePx={20} />
        </Button>
      </header>
      {vehicle.device_fault !== null && (
        <p
          className={look({
            paddingY: 2,
            paddingX: 3,
            tone: 'bad',
            ground: 'bad',
            radius: 'medium',
          })}
          role="status"
        >
          {t(`fault.${vehicle.device_fault}`)}
        </p>
      )}
      <p className={look({ weight: 'medium' })}>
        {textOf(vehicle, 'address_location', display, t) ??
          t(vehicle.state === 'private' ? 'track.private' : 'track.never')}
      </p>
      <StoppedSince vehicle={vehicle} display={display} />
      <dl>
        <Fact label={t('track.speed')} value={speedText(vehicle, display)} />
        <Fact
          label={t('track.heading')}
          value={vehicle.state === 'moving' ? t(`compass.${compass(vehicle.dir)}`) : null}
        />
        <Fact
          label={t('track.driver')}
          value={driver === null ? null : <DriverLink driver={driver} />}
        />
        <Fact label={t('track.time')} value={textOf(vehicle, 'date_time', display, t)} />
        <Fact label={t('track.odometer')} value={textOf(vehicle, 'odo', display, t)} />
        <Fact label={t('track.battery')} value={textOf(vehicle, 'battery', display, t)} />
        <Fact label={t('track.temperature')} value={textOf(vehicle, 'temperature', display, t)} />
      </dl>
      <DetailsActions {...actions} />
      <VehicleLinks vehicleId={vehicle.id} />
    </section>
  );
}
