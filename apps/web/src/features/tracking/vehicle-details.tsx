import { allows } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { CloseIcon } from '../../ui/close-icon.tsx';
import type { Display } from '../../ui/display.ts';
import { toast } from '../../ui/toast.ts';
import { VehicleIcon } from '../../ui/vehicle-icon.tsx';
import { LiveVideoButton, RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { compass, speedText, textOf } from './tracking-display.ts';
import { StateBadge } from './tracking-state-badge.tsx';
import './vehicle-details.css';
import { laterDialog } from '../../ui/later/later.tsx';

const { Part: MessageDialog } = laterDialog(
  async () => (await import('../messages/message-dialog.tsx')).MessageDialog,
);

const WRITE = { kind: 'module', anyOf: ['Track', 'TrackVehicle'], write: true } as const;

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? t('track.unknown')}</dd>
    </div>
  );
}

/** The card of the selected vehicle: state, place and actions (M-P01). */
export function VehicleDetails({
  vehicle,
  display,
  isFollowing,
  onFollow,
  onCentre,
  onClose,
}: {
  readonly vehicle: TrackVehicle;
  readonly display: Display;
  readonly isFollowing: boolean;
  readonly onFollow: () => void;
  readonly onCentre: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { lat, long, driver } = vehicle;
  const rights = rightsOf(current);
  const mayTrace = allows({ kind: 'module', anyOf: ['Trace'] }, rights);
  const mayWrite = allows(WRITE, rights);
  const [isWriting, setIsWriting] = useState(false);
  const copy = async () => {
    if (lat === null || long === null) return;
    await navigator.clipboard.writeText(`${lat.toFixed(6)}, ${long.toFixed(6)}`);
    toast.success(t('track.copied'));
  };
  return (
    <section className="details" aria-label={t('track.details')}>
      <header>
        <VehicleIcon type={vehicle.type} size={32} />
        <h2>{vehicle.registration}</h2>
        <StateBadge state={vehicle.state} />
        <button
          type="button"
          className="icon-button"
          aria-label={t('track.close')}
          onClick={onClose}
        >
          <CloseIcon sizePx={20} />
        </button>
      </header>
      {vehicle.device_fault !== null && (
        <p className="fault" role="status">
          {t(`fault.${vehicle.device_fault}`)}
        </p>
      )}
      <p className="details-place">
        {textOf(vehicle, 'address_location', display, t) ??
          t(vehicle.state === 'private' ? 'track.private' : 'track.never')}
      </p>
      <dl>
        <Fact label={t('track.speed')} value={speedText(vehicle, display)} />
        <Fact
          label={t('track.heading')}
          value={vehicle.state === 'moving' ? t(`compass.${compass(vehicle.dir)}`) : null}
        />
        <Fact
          label={t('track.driver')}
          value={driver === null ? null : `${driver.first_name} ${driver.surname}`}
        />
        <Fact label={t('track.time')} value={textOf(vehicle, 'date_time', display, t)} />
        <Fact label={t('track.odometer')} value={textOf(vehicle, 'odo', display, t)} />
        <Fact label={t('track.battery')} value={textOf(vehicle, 'battery', display, t)} />
        <Fact label={t('track.temperature')} value={textOf(vehicle, 'temperature', display, t)} />
      </dl>
      <div className="details-actions">
        <button
          type="button"
          className="button primary"
          aria-pressed={isFollowing}
          onClick={onFollow}
        >
          {t(isFollowing ? 'track.following' : 'track.follow')}
        </button>
        <button type="button" className="button" disabled={lat === null} onClick={onCentre}>
          {t('track.centre')}
        </button>
        <button
          type="button"
          className="button"
          disabled={lat === null}
          onClick={() => void copy()}
        >
          {t('track.copy')}
        </button>
        {mayTrace && (
          <Link className="button" to="/telematics/trace" search={{ vehicleId: vehicle.id }}>
            {t('track.trace')}
          </Link>
        )}
        <LiveVideoButton
          vehicle={{
            id: vehicle.id,
            registration: vehicle.registration,
            place:
              lat === null || long === null
                ? undefined
                : { latitudeDeg: lat, longitudeDeg: long, headingDeg: vehicle.dir },
          }}
        />
        <RequestVideoButton vehicle={vehicle} />
        {mayWrite && (
          <button type="button" className="button" onClick={() => setIsWriting(true)}>
            {t('message.action')}
          </button>
        )}
      </div>
      {isWriting && (
        <MessageDialog vehicle={vehicle} display={display} onClose={() => setIsWriting(false)} />
      )}
    </section>
  );
}
