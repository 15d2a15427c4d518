import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChunkQueue } from './media/chunk-queue.ts';
import type { PictureElement } from './media/picture-element.ts';
import { ChunkPlayer, LivePlayer, SnapshotPlayer } from './media/video-live-media-players.tsx';
import type { LiveStream } from './use-live-stream.ts';
import type { LiveMode } from './video-live-modes.ts';

export interface Camera {
  readonly camera: number;
  readonly name: string;
}

/** States that a person is told of; the others speak by their picture. */
const TOLD = ['lost', 'refused', 'offline', 'unsupported'] as const;

/** What a person is told of a camera of the live mode; null when nothing. */
export function toldState(
  { states, link }: Pick<LiveStream, 'states' | 'link'>,
  camera: number,
): (typeof TOLD)[number] | 'link' | null {
  if (link === 'lost') return 'link';
  return TOLD.find((state) => state === states.get(camera)) ?? null;
}

/** One camera on the stage, played as the mode wants it. */
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
  /** Of the newest still. */
  readonly url: string | null;
  readonly queue: ChunkQueue;
  readonly stream: LiveStream;
  readonly onPicture: (camera: number) => void;
  readonly onElement: (camera: number, element: PictureElement | null) => void;
}) {
  const { t } = useTranslation();
  const { setFeed, cannotPlay } = stream;
  const player = {
    label: name,
    onPicture: useCallback(() => onPicture(camera), [camera, onPicture]),
    onElement: useCallback(
      (element: PictureElement | null) => onElement(camera, element),
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
    <div className={isMain ? 'camera-cell is-main' : 'camera-cell'} data-camera={camera}>
      {mode === 'live' && <LivePlayer {...player} {...live} />}
      {mode === 'chunks' && <ChunkPlayer {...player} queue={queue} />}
      {mode === 'snapshots' && <SnapshotPlayer {...player} url={url} />}
      <span className="camera-name">{name}</span>
      {told !== null && (
        <p className="camera-state" role="status">
          {t(`liveVideo.state.${told}`)}
        </p>
      )}
    </div>
  );
}
