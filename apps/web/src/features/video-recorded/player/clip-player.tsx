import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../../ui/display.ts';
import { cx, stack } from '../../../ui/look/look.ts';
import { type ClipCommands, useClipKeys } from './clip-keys.ts';
import type { ClipPlayback } from './clip-playback.ts';
import styles from './clip-player.module.css';
import { runsByItself, useClipClock } from './use-clip-playback.ts';
import { Picture, type ShownFile } from './video-recorded-player-picture.tsx';
import { Stamp } from './video-recorded-player-stamp.tsx';
import { type SliderMark, Transport } from './video-recorded-player-transport.tsx';

function toggleFull(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  // Rejected by the browser without a user gesture; then nothing changes.
  else void element?.requestFullscreen?.().catch(() => undefined);
}

/** The enlarged camera, null for none; `main` is the one that is heard, by default the first. */
function useLargeCamera(files: readonly ShownFile[], playback: ClipPlayback) {
  const [large, setLarge] = useState<number | null>(null);
  const first = files[0]?.camera ?? null;
  const choose = useCallback(
    (camera: number | null) => {
      setLarge(camera);
      const main = camera ?? first;
      if (main !== null) playback.setMain(main);
    },
    [playback, first],
  );
  return { large, main: large ?? first, choose };
}

/**
 * Up to four synchronised videos on one clock, with controls and keys. Selecting a camera's name
 * enlarges its video; selecting it again makes all equal.
 *
 * @param onLost a video could not be loaded, so its URL is needed again
 */
export function ClipPlayer({
  files,
  playback,
  registration,
  marks,
  display,
  onStill,
  onLost,
}: {
  readonly files: readonly ShownFile[];
  readonly playback: ClipPlayback;
  readonly registration: string;
  readonly marks: readonly SliderMark[];
  readonly display: Display;
  /** Takes a still of a camera; null without permission. */
  readonly onStill: ((video: HTMLVideoElement | null, file: ShownFile) => void) | null;
  readonly onLost: () => void;
}) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const { large, main, choose } = useLargeCamera(files, playback);
  const [isHeard, setIsHeard] = useState(false);
  const [hasStamps, setHasStamps] = useState(true);
  useClipClock(playback);
  // A clip starts automatically, muted, unless reduced motion is preferred.
  useEffect(() => {
    if (runsByItself()) playback.play();
  }, [playback]);

  const isOne = files.length === 1;
  const commands = useMemo<ClipCommands>(
    () => ({
      toggleSound: () => setIsHeard((before) => !before),
      toggleStamps: () => setHasStamps((before) => !before),
      toggleFull: () => toggleFull(stage.current),
      takeStill: () => {
        const file = files.find(({ camera }) => camera === main);
        if (file === undefined || onStill === null) return;
        const at = `[data-camera="${file.camera}"] video`;
        onStill(stage.current?.querySelector<HTMLVideoElement>(at) ?? null, file);
      },
      nextCamera: () => {
        if (files.length < 2) return;
        const at = files.findIndex(({ camera }) => camera === large);
        choose(files[at + 1]?.camera ?? null);
      },
    }),
    [files, large, main, choose, onStill],
  );
  useClipKeys(playback, commands);

  const shape = isOne || large === null ? `of${files.length}` : 'oneLarge';
  return (
    <div
      ref={stage}
      className={cx(stack({ columns: 'one', minWidth: 0, minHeight: 0 }), styles.clipPlayer)}
    >
      <section
        className={cx(stack({ gap: 'half', minHeight: 0 }), styles.clipPictures, styles[shape])}
        aria-label={t('historic.pictures')}
      >
        {files.map((file, index) => {
          const isLarge = file.camera === large;
          const isStamped = hasStamps && (large === null ? index === 0 : isLarge);
          return (
            <Picture
              key={file.camera}
              file={file}
              playback={playback}
              isHeard={isHeard && file.camera === main}
              isLarge={isLarge}
              stamp={
                isStamped ? (
                  <Stamp playback={playback} registration={registration} display={display} />
                ) : null
              }
              onChoose={isOne ? null : () => choose(isLarge ? null : file.camera)}
              onLost={onLost}
            />
          );
        })}
      </section>
      <Transport
        playback={playback}
        marks={marks}
        display={display}
        settings={{
          isHeard,
          hasStamps,
          onSound: commands.toggleSound,
          onStamps: commands.toggleStamps,
          onFull: commands.toggleFull,
          onStill: onStill === null ? null : commands.takeStill,
        }}
      />
    </div>
  );
}
