import { formatMoment, type TracePoint } from '@roadworthy/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import { Signal } from '../../ui/signal.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { useStill } from '../video-live/still/use-still.tsx';
import { ClipDock } from './clip-dock.tsx';
import { ClipHead } from './clip-head.tsx';
import { ClipPhotos } from './clip-photos.tsx';
import { ClipProgress } from './clip-progress.tsx';
import { type Clip, filmsOf, isPicturesOnly, recordPhotos } from './clip-state.ts';
import styles from './clip-view.module.css';
import { ClipPlayback } from './player/clip-playback.ts';
import { ClipPlayer } from './player/clip-player.tsx';
import { runsByItself, useIsUnderWay } from './player/use-clip-playback.ts';
import type { ShownFile } from './player/video-recorded-player-picture.tsx';
import { useClipTrail } from './use-clip-trail.ts';

// The map library is ten times the size of the player.
const { Part: ClipMap } = later(async () => (await import('./clip-map.tsx')).default);

const MAP_NOTE = cx(
  look({
    paddingY: 2,
    paddingX: 3,
    size: 'small',
    ground: 'raised',
    border: 'line',
    radius: 'medium',
    shadow: 'low',
  }),
  styles.clipMapNote,
);

/**
 * The videos of a clip. Each response has new URLs, which expire: a playing video keeps its URL
 * until it requests another.
 */
function useFilms(clip: Clip, nameOfCamera: (camera: number) => string) {
  const films = filmsOf(clip);
  const key = films.map(({ camera, size, start }) => `${camera}-${size}-${start}`).join();
  const [kept, setKept] = useState({ key, films });
  const isNew = kept.key !== key;
  useEffect(() => {
    if (isNew) setKept({ key, films });
  });
  const shown = isNew ? films : kept.films;
  // The same videos keep the same playback, regardless of other changes of the clip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the videos
  const files = useMemo<ShownFile[]>(
    () =>
      shown.map(({ camera, URL: address, start, end }) => ({
        camera,
        address,
        startMs: Date.parse(start),
        endMs: Date.parse(end),
        name: nameOfCamera(camera),
      })),
    [shown],
  );
  return { files, key, renew: (next: Clip) => setKept({ key, films: filmsOf(next) }) };
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
  const nameOf = useEventName();
  const { files, key, renew } = useFilms(clip, nameOfCamera);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL does not restart playback
  const playback = useMemo(() => new ClipPlayback(files), [clip.id, key]);
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const startMs = files.length > 0 ? playback.startMs : Date.parse(clip.start);
  const endMs = files.length > 0 ? playback.endMs : startMs + clip.duration * 1000;
  const trail = useClipTrail(clip.vehicle, startMs, endMs);
  const { points, events } = trail;
  useEffect(() => playback.setPoints(points), [playback, points]);
  const config = usePlatformConfig();
  const marks = useMemo(
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
  const [lostAt, setLostAt] = useState(0);
  const onLost = () => {
    // At most once a minute: a video that also fails with a new URL is broken.
    if (Date.now() - lostAt < 60_000) return;
    setLostAt(Date.now());
    void onRefetch().then((next) => next !== undefined && renew(next));
  };
  const { take, dialog } = useStill();
  const onStill = useCallback(
    (video: HTMLVideoElement | null, { camera, name }: ShownFile) =>
      take(video, {
        vehicle: { id: clip.vehicle, registration: clip.registration },
        camera,
        cameraName: name,
        takenAtMs: playback.state.get().timeMs,
      }),
    [take, clip.vehicle, clip.registration, playback],
  );
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
        <div
          data-part="clip-map"
          className={cx(look({ relative: true, minHeight: 0, borderLeft: true }), styles.clipMap)}
        >
          {config.data !== undefined && isUnderWay && (
            <ClipMap
              basemap={config.data.map}
              display={display}
              trail={trail}
              playback={playback}
              hover={hover}
            />
          )}
          {trail.query.isError && (
            <p className={MAP_NOTE} role="alert">
              {t('historic.noTrail')}
            </p>
          )}
          {trail.query.isSuccess && points.length === 0 && (
            <p className={MAP_NOTE}>{t('historic.emptyTrail')}</p>
          )}
        </div>
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
