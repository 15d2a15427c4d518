import { formatDate, formatTime, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { useDisplay } from '../../../ui/display.ts';
import { saveFile } from '../../../ui/download-menu/save-report.ts';
import { toast } from '../../../ui/toast.ts';
import type { FrameElement } from '../media/frame-element.ts';
import { type Still, StillDialog } from './still-dialog.tsx';
import { captionedStill } from './video-live-still-captioned.ts';

const VIDEO = { kind: 'module', anyOf: ['videos'], write: true } as const;

/** The source of a still. */
export type StillOf = Pick<Still, 'vehicle' | 'camera' | 'cameraName' | 'takenAtMs'>;

function download({ picture, vehicle, cameraName, takenAtMs }: Omit<Still, 'key'>): void {
  const time = new Date(takenAtMs).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(picture, `${vehicle.registration} ${cameraName} ${time}.jpg`);
}

/**
 * Takes stills from a player: users with write permission for the vehicle file can save it there,
 * others download it.
 *
 * @returns the function that takes one, and the dialog to render
 */
export function useStill(): {
  readonly take: (element: FrameElement | null, of: StillOf) => void;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayKeep = may(current, VIDEO) && may(current, VEHICLE_FILE_WRITE);
  const [still, setStill] = useState<Still | null>(null);
  const take = useCallback(
    (element: FrameElement | null, of: StillOf) => {
      const { vehicle, cameraName, takenAtMs } = of;
      const time = `${formatDate(takenAtMs, dates)} ${formatTime(takenAtMs, dates, true)}`;
      const caption = `${vehicle.registration} · ${cameraName} · ${time}`;
      void captionedStill(element, caption).then((picture) => {
        if (picture === null) toast.error(t('videoStill.none'));
        else if (mayKeep) setStill({ ...of, picture, key: crypto.randomUUID() });
        else download({ ...of, picture });
      });
    },
    [dates, mayKeep, t],
  );
  const dialog =
    still === null ? null : (
      <StillDialog
        still={still}
        onDownload={() => download(still)}
        onClose={() => setStill(null)}
      />
    );
  return { take, dialog };
}
