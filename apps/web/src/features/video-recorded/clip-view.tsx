import { formatMoment, type TracePoint } from '@roadworthy/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { cx, stack } from '../../ui/look/look.ts';
import { Signal } from '../../ui/signal.ts';
import { useStill } from '../video-live/still/use-still.tsx';
import { ClipDock } from './clip-dock.tsx';
import { ClipHead } from './clip-head.tsx';
import { ClipMapPane } from './clip-map-pane.tsx';
import { ClipPhotos } from './clip-photos.tsx';
import { ClipProgress } from './clip-progress.tsx';
import { type Clip, isPicturesOnly, recordPhotos } from './clip-state.ts';
import styles from './clip-view.module.css';
import { ClipPlayback } from './player/clip-playback.ts';
import { ClipPlayer } from './player/clip-player.tsx';
import { runsByItself, useIsUnderWay } from './player/use-clip-playback.ts';
import type { ShownFile } from './player/video-recorded-player-picture.tsx';
import { useClipFilms } from './use-clip-films.ts';
import { useClipTrail } from './use-clip-trail.ts';

/** The events between two times as marks of the player. */
function useEventMarks(
  events: ReturnType<typeof useClipTrail>['events'],
  startMs: number,
  endMs: number,
) {
  const nameOf = useEventName();
  return useMemo(
    () =>
      events
        .map(({ timestamp, event }) => ({
          timeMs: Date.parse(timestamp),
          eventCode: event.eventCode,
          label: nameOf(event),
        }))
        .filter(({ timeMs }) => timeMs >= startMs && timeMs <= endMs),
    [events, nameOf, startMs, endMs],
  );
}

/** Takes a still of a camera at the time of the playback. */
function useClipStill({ vehicle, registration }: Clip, playback: ClipPlayback) {
  const { take, dialog } = useStill();
  const onStill = useCallback(
    (video: HTMLVideoElement | null, { camera, name }: ShownFile) =>
      take(video, {
        vehicle: { id: vehicle, registration },
        camera,
        cameraName: name,
        takenAtMs: playback.state.get().timeMs,
      }),
    [take, vehicle, registration, playback],
  );
  return { onStill, dialog };
}

/** The open clip: its videos with synchronised trail, speed and events, or its progress (F-P01). */
export function ClipView({
  clip,
  newer,
  older,
  nameOfCamera,
  onOpen,
  onRefetch,
}: {
  readonly clip: Clip;
  readonly newer: Clip | undefined;
  readonly older: Clip | undefined;
  readonly nameOfCamera: (camera: number) => string;
  readonly onOpen: (clip: Clip | null) => void;
  /** Reloads the clip; undefined on an error. */
  readonly onRefetch: () => Promise<Clip | undefined>;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  const { files, key, renew } = useClipFilms(clip, nameOfCamera);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL does not restart playback
  const playback = useMemo(() => new ClipPlayback(files), [clip.id, key]);
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const startMs = files.length > 0 ? playback.startMs : Date.parse(clip.start);
  const endMs = files.length > 0 ? playback.endMs : startMs + clip.duration * 1000;
  const trail = useClipTrail(clip.vehicle, startMs, endMs);
  const { points, events } = trail;
  useEffect(() => playback.setPoints(points), [playback, points]);
  const marks = useEventMarks(events, startMs, endMs);
  const [lostAt, setLostAt] = useState(0);
  const onLost = () => {
    // At most once a minute: a video that also fails with a new URL is broken.
    if (Date.now() - lostAt < 60_000) return;
    setLostAt(Date.now());
    void onRefetch().then((next) => next !== undefined && renew(next));
  };
  const { onStill, dialog } = useClipStill(clip, playback);
  // Keep the focus in context for keyboard and screen reader users.
  const article = useRef<HTMLElement>(null);
  useEffect(() => article.current?.focus({ preventScroll: true }), []);
  const isPlayable = clip.state === 'ready' && files.length > 0;
  const isUnderWay = useIsUnderWay(playback, isPlayable && runsByItself());
  return (
    <article
      data-part="clip-view"
      ref={article}
      tabIndex={-1}
      className={cx(stack({ columns: 'one', minHeight: 0 }), styles.clipView)}
      aria-label={t('historic.clipOf', {
        registration: clip.registration,
        time: formatMoment(startMs, display.dates),
      })}
    >
      <ClipHead
        clip={clip}
        newer={newer}
        older={older}
        nameOfCamera={nameOfCamera}
        onOpen={onOpen}
      />
      <div className={cx(stack({ minHeight: 0 }), styles.clipStage)}>
        {isPlayable ? (
          <ClipPlayer
            key={key}
            files={files}
            playback={playback}
            registration={clip.registration}
            marks={marks}
            display={display}
            onStill={onStill}
            onLost={onLost}
          />
        ) : isPicturesOnly(clip) ? (
          <ClipPhotos pictures={recordPhotos(clip)} nameOfCamera={nameOfCamera} isLarge />
        ) : (
          <ClipProgress clip={clip} />
        )}
        <ClipMapPane trail={trail} playback={playback} hover={hover} isUnderWay={isUnderWay} />
      </div>
      <ClipDock
        key={clip.id}
        clip={clip}
        nameOfCamera={nameOfCamera}
        trail={trail}
        playback={playback}
        hover={hover}
        display={display}
      />
      {dialog}
    </article>
  );
}
