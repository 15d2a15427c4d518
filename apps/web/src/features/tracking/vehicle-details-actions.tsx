import { allows } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { laterDialog } from '../../ui/later/later.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { LiveVideoButton, RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import styles from './track.module.css';

const { Part: MessageDialog } = laterDialog(
  async () => (await import('../messages/message-dialog.tsx')).MessageDialog,
);

const { Part: DeviceCommandsDialog } = laterDialog(
  async () => (await import('../device-commands/device-commands-dialog.tsx')).DeviceCommandsDialog,
);

const { Part: VehicleSharesDialog } = laterDialog(
  async () => (await import('../vehicle-shares/vehicle-shares-dialog.tsx')).VehicleSharesDialog,
);

const SHARE = { kind: 'module', anyOf: ['Track'], write: true, refusesLimited: true } as const;
const COMMAND = {
  kind: 'module',
  anyOf: ['Device Commands', 'Immobilise'],
  write: true,
} as const;
const WRITE = { kind: 'module', anyOf: ['Track', 'TrackVehicle'], write: true } as const;

export interface DetailsActionsProps {
  readonly vehicle: TrackVehicle;
  readonly display: Display;
  readonly isFollowing: boolean;
  /** It has a current position. */
  readonly mayFollow: boolean;
  readonly onFollow: () => void;
  readonly onCentre: () => void;
}

/** What the person may do with the selected vehicle. */
export function DetailsActions({
  vehicle,
  display,
  isFollowing,
  mayFollow,
  onFollow,
  onCentre,
}: DetailsActionsProps) {
  const { t } = useTranslation();
  const { lat, long } = vehicle;
  const rights = rightsOf(useSession().current);
  const mayWrite = allows(WRITE, rights);
  const mayCommand = allows(COMMAND, rights);
  const [isWriting, setIsWriting] = useState(false);
  const [isCommanding, setIsCommanding] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const copy = async () => {
    if (lat === null || long === null) return;
    await navigator.clipboard.writeText(`${lat.toFixed(6)}, ${long.toFixed(6)}`);
    toast.success(t('track.copied'));
  };
  return (
    <>
      <div
        data-part="details-actions"
        className={cx(stack({ columns: 'two', gap: 2 }), styles.detailsActions)}
      >
        <Button kind="primary" aria-pressed={isFollowing} disabled={!mayFollow} onClick={onFollow}>
          {t(isFollowing ? 'track.following' : 'track.follow')}
        </Button>
        <Button disabled={lat === null} onClick={onCentre}>
          {t('track.centre')}
        </Button>
        <Button disabled={lat === null} onClick={() => void copy()}>
          {t('track.copy')}
        </Button>
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
        {mayWrite && <Button onClick={() => setIsWriting(true)}>{t('message.action')}</Button>}
        {allows(SHARE, rights) && (
          <Button onClick={() => setIsSharing(true)}>{t('vehicleShare.action')}</Button>
        )}
        {mayCommand && (
          <Button onClick={() => setIsCommanding(true)}>{t('deviceCommands.action')}</Button>
        )}
      </div>
      {isSharing && <VehicleSharesDialog vehicle={vehicle} onClose={() => setIsSharing(false)} />}
      {isCommanding && (
        <DeviceCommandsDialog vehicle={vehicle} onClose={() => setIsCommanding(false)} />
      )}
      {isWriting && (
        <MessageDialog vehicle={vehicle} display={display} onClose={() => setIsWriting(false)} />
      )}
    </>
  );
}
