import { formatDate, formatTime, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../shell/display.ts';
import { useSession } from '../../shell/session/context.ts';
import { may } from '../../shell/session/rights.ts';
import { toast } from '../../shell/toast.ts';
import { saveFile } from '../download-menu/save-report.ts';
import type { PictureElement } from '../video/picture-element.ts';
import { captionedStill } from './captioned.ts';
import { type Still, StillDialog } from './still-dialog.tsx';

const VIDEO = { kind: 'module', anyOf: ['videos'], write: true } as const;

/** What a still is taken of. */
export type StillOf = Pick<Still, 'vehicle' | 'camera' | 'cameraName' | 'takenAtMs'>;

function download({ picture, vehicle, cameraName, takenAtMs }: Omit<Still, 'key'>): void {
  const time = new Date(takenAtMs).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(picture, `${vehicle.registration} ${cameraName} ${time}.jpg`);
}

/**
 * Takes stills out of a player: for whoever may write the vehicle file a dialog that keeps it there, for
 * others a download.
 *
 * @returns what takes one, and the dialog to render
 */
export function useStill(): {
  readonly take: (element: PictureElement | null, of: StillOf) => void;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayKeep = may(current, VIDEO) && may(current, VEHICLE_FILE_WRITE);
  const [still, setStill] = useState<Still | null>(null);
  const take = useCallback(
    (element: PictureElement | null, of: StillOf) => {
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
