import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import type { Camera, toldState } from './camera-cell.tsx';
import { CameraName } from './camera-name.tsx';
import type { FrameElement } from './media/frame-element.ts';
import { FrameMirror } from './media/frame-mirror.tsx';
import styles from './pictures.module.css';
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
      data-part="camera-thumbnail"
      kind="bare"
      className={styles.cameraThumbnail}
      aria-pressed={isMain}
      aria-keyshortcuts={String(camera)}
      onClick={() => onChoose(camera)}
    >
      <FrameMirror source={source} />
      <CameraName name={name} />
      {told !== null && (
        <span
          className={cx(
            look({
              paddingY: 'half',
              paddingX: 2,
              size: 'small',
              weight: 'strong',
              text: 'left',
              radius: 'small',
            }),
            styles.cameraTold,
          )}
        >
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
    <ul
      className={cx(
        stack({ gap: 2, margin: 0, paddingX: 2, paddingTop: 0, paddingBottom: 2, list: true }),
        styles.cameraStrip,
      )}
      aria-label={t('liveVideo.cameras')}
    >
      {gridCells(cameras).map((camera, index) =>
        camera === null ? (
          <li
            data-part="camera-filler"
            // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no other key
            key={`empty-${index}`}
            className={cx(look({ ground: 'quiet', radius: 'medium' }), styles.cameraFiller)}
            aria-hidden="true"
          />
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
