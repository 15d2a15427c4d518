import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { laterDialog } from '../../../ui/later/later.tsx';
import {
  type LiveVehicle,
  openLiveVideo,
  preloadLiveVideo,
} from '../../video-live/open-live-video.tsx';
import { useActiveDevice } from './use-active-devices.ts';

const { Part: RequestVideo, prefetch } = laterDialog(
  async () => (await import('./request-video.tsx')).RequestVideo,
);

const WRITE = { kind: 'module', anyOf: ['videos'], write: true } as const;

/**
 * "Request video" for a vehicle with cameras, if the user may request it (requirements E-P02,
 * F-P01); nothing otherwise.
 *
 * @param startMs returns the relevant time when the button is pressed, ms since 1970 UTC; by
 *   default
 *   the latest possible
 */
export function RequestVideoButton({
  vehicle,
  startMs,
  className = 'button',
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly startMs?: () => number | undefined;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const device = useActiveDevice(vehicle.id);
  const [opened, setOpened] = useState<{ readonly startMs: number | undefined } | null>(null);
  const isOffered = device !== undefined && may(current, WRITE);
  useEffect(() => {
    // Preload the dialog; offline it loads again when opened.
    if (isOffered) void prefetch();
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <>
      <Button kind="bare" className={className} onClick={() => setOpened({ startMs: startMs?.() })}>
        {t('videoRequest.action')}
      </Button>
      {opened !== null && (
        <RequestVideo vehicle={vehicle} startMs={opened.startMs} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** "Live Video" for a vehicle with cameras (requirement M-P01); nothing otherwise. */
export function LiveVideoButton({
  vehicle,
  className = 'button',
}: {
  readonly vehicle: LiveVehicle;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const hasCamera = useActiveDevice(vehicle.id) !== undefined;
  useEffect(() => {
    if (hasCamera) preloadLiveVideo();
  }, [hasCamera]);
  if (!hasCamera) return null;
  return (
    <Button kind="bare" className={className} onClick={() => openLiveVideo(vehicle)}>
      {t('liveVideo.action')}
    </Button>
  );
}
