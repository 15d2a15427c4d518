import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Camera, toldState } from './camera-cell.tsx';
import type { FrameElement } from './media/frame-element.ts';
import { FrameMirror } from './media/frame-mirror.tsx';
import { gridCells } from './video-live-items.ts';

function Thumbnail({
  camera: { camera, name },
  isMain,
  told,
  elementOf,
  onChoose,
}: {
  readonly camera: Camera;
  readonly isMain: boolean;
  readonly told: ReturnType<typeof toldState>;
  readonly elementOf: (camera: number) => FrameElement | null;
  readonly onChoose: (camera: number) => void;
}) {
  const { t } = useTranslation();
  const source = useCallback(() => elementOf(camera), [camera, elementOf]);
  return (
    <Button
      kind="bare"
      className="camera-thumbnail"
      aria-pressed={isMain}
      aria-keyshortcuts={String(camera)}
      onClick={() => onChoose(camera)}
    >
      <FrameMirror source={source} />
      <span className="camera-name">{name}</span>
      {told !== null && (
        <span className="camera-told">
          <span aria-hidden="true">! </span>
          {t(`liveVideo.short.${told}`)}
        </span>
      )}
    </Button>
  );
}

/**
 * Thumbnails of all cameras in a grid whose number of cells is a multiple of four; selecting one
 * makes it the main view (requirements F-06, F-22, F-23).
 */
export function CameraStrip({
  cameras,
  main,
  toldOf,
  elementOf,
  onChoose,
}: {
  readonly cameras: readonly Camera[];
  readonly main: number;
  /** The message of a camera. */
  readonly toldOf: (camera: number) => ReturnType<typeof toldState>;
  readonly elementOf: (camera: number) => FrameElement | null;
  readonly onChoose: (camera: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="camera-strip" aria-label={t('liveVideo.cameras')}>
      {gridCells(cameras).map((camera, index) =>
        camera === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key
          <li key={`empty-${index}`} className="camera-filler" aria-hidden="true" />
        ) : (
          <li key={camera.camera}>
            <Thumbnail
              camera={camera}
              isMain={camera.camera === main}
              told={toldOf(camera.camera)}
              elementOf={elementOf}
              onChoose={onChoose}
            />
          </li>
        ),
      )}
    </ul>
  );
}
