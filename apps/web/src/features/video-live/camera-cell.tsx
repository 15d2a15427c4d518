import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/look/look.ts';
import { CameraName } from './camera-name.tsx';
import type { ChunkQueue } from './media/chunk-queue.ts';
import type { FrameElement } from './media/frame-element.ts';
import { ChunkPlayer, LivePlayer, SnapshotPlayer } from './media/video-live-media-players.tsx';
import styles from './pictures.module.css';
import type { LiveStream } from './use-live-stream.ts';
import type { LiveMode } from './video-live-modes.ts';

export interface Camera {
  readonly camera: number;
  readonly name: string;
}

/** States with a message; the others show their video. */
const TOLD = ['lost', 'refused', 'offline', 'unsupported'] as const;

/** The message of a camera in live mode; null for none. */
export function toldState(
  { states, link }: Pick<LiveStream, 'states' | 'link'>,
  camera: number,
): (typeof TOLD)[number] | 'link' | null {
  if (link === 'lost') return 'link';
  return TOLD.find((state) => state === states.get(camera)) ?? null;
}

/** One camera on the stage, in the player of the mode. */
export function CameraCell({
  camera: { camera, name },
  mode,
  isMain,
  url,
  queue,
  stream,
  onPicture,
  onElement,
}: {
  readonly camera: Camera;
  readonly mode: LiveMode;
  readonly isMain: boolean;
  /** Time of the newest still. */
  readonly url: string | null;
  readonly queue: ChunkQueue;
  readonly stream: LiveStream;
  readonly onPicture: (camera: number) => void;
  readonly onElement: (camera: number, element: FrameElement | null) => void;
}) {
  const { t } = useTranslation();
  const { setFeed, cannotPlay } = stream;
  const player = {
    label: name,
    onPicture: useCallback(() => onPicture(camera), [camera, onPicture]),
    onElement: useCallback(
      (element: FrameElement | null) => onElement(camera, element),
      [camera, onElement],
    ),
  };
  const live = {
    onFeed: useCallback(
      (feed: Parameters<typeof setFeed>[1]) => setFeed(camera, feed),
      [camera, setFeed],
    ),
    onFailure: useCallback(() => cannotPlay(camera), [camera, cannotPlay]),
  };
  const told = mode === 'live' ? toldState(stream, camera) : null;
  return (
    <div
      data-part="camera-cell"
      className={isMain ? cx(styles.cameraCell, styles['is-main']) : styles.cameraCell}
      data-camera={camera}
      data-main={isMain}
    >
      {mode === 'live' && <LivePlayer {...player} {...live} />}
      {mode === 'chunks' && <ChunkPlayer {...player} queue={queue} />}
      {mode === 'snapshots' && <SnapshotPlayer {...player} url={url} />}
      <CameraName name={name} />
      {told !== null && (
        <p className={styles.cameraState} role="status">
          {t(`liveVideo.state.${told}`)}
        </p>
      )}
    </div>
  );
}
