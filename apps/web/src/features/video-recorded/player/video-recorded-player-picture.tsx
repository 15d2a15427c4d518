import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { crossOriginOf, served } from '../../../api/bases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { cx } from '../../../ui/look/look.ts';
import type { ClipPlayback } from './clip-playback.ts';
import styles from './clip-player.module.css';
import { measureFrames } from './frame-length.ts';
import type { CameraFile } from './in-step.ts';

/** A camera of a clip in the player. */
export interface ShownFile extends CameraFile {
  readonly name: string;
}

/** The video of one camera. */
export function Picture({
  file,
  playback,
  isHeard,
  isLarge,
  stamp,
  onChoose,
  onLost,
}: {
  readonly file: ShownFile;
  readonly playback: ClipPlayback;
  readonly isHeard: boolean;
  readonly isLarge: boolean;
  /** The overlay on the video; null for none. */
  readonly stamp: React.ReactNode;
  /** Null if there is only one camera. */
  readonly onChoose: (() => void) | null;
  /** The video can no longer be loaded, for example because its URL has expired. */
  readonly onLost: () => void;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLVideoElement>(null);
  const { camera } = file;
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    const ends = [playback.attach(camera, video), measureFrames(video, playback)];
    return () => {
      for (const end of ends) end();
    };
  }, [playback, camera]);
  return (
    <figure
      data-part="clip-picture"
      className={isLarge ? cx(styles.clipPicture, styles.large) : styles.clipPicture}
      data-camera={camera}
    >
      <video
        ref={element}
        src={served(file.address)}
        crossOrigin={crossOriginOf(served(file.address))}
        preload="auto"
        playsInline
        muted={!isHeard}
        aria-label={t('historic.filmOf', { camera: file.name })}
        onLoadedMetadata={() => playback.settle(camera)}
        onError={onLost}
        onClick={() => playback.toggle()}
      />
      {stamp}
      {onChoose !== null && (
        <Button
          kind="bare"
          className={styles.clipChoose}
          aria-pressed={isLarge}
          aria-label={t('historic.enlarge', { camera: file.name })}
          onClick={onChoose}
        >
          {file.name}
          <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true" fill="none">
            <path
              d={isLarge ? 'M10 4v6H4M14 20v-6h6' : 'M14 4h6v6M10 20H4v-6'}
              stroke="currentColor"
              strokeWidth="2.5"
            />
          </svg>
        </Button>
      )}
    </figure>
  );
}
