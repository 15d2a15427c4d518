import { formatDateTime, formatMoment, type TracePoint } from '@roadworthy/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { useEventName } from '../../../ui/event-name.ts';
import { later } from '../../../ui/later/later.tsx';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { Signal } from '../../../ui/signal.ts';
import { useVisitorBasemap, VISITOR_DISPLAY } from '../../../ui/visitor.ts';
import { filmsOf, formatLength } from '../clip-state.ts';
import { ClipPlayback } from '../player/clip-playback.ts';
import styles from '../player/clip-player.module.css';
import { ClipPlayer } from '../player/clip-player.tsx';
import { runsByItself, useIsUnderWay } from '../player/use-clip-playback.ts';
import type { SharedVideo } from './use-shared.ts';

// The video first; map and chart are ten times the size of the page.
const { Part: ClipMap } = later(async () => (await import('../clip-map.tsx')).default);
const { Part: SpeedChart } = later(
  async () => (await import('../../../ui/chart/speed-chart.tsx')).SpeedChart,
);

const RENEW_AFTER_MS = 60_000;

const pointsOf = (trail: SharedVideo['trail']): TracePoint[] =>
  trail.map(({ lat, long, dir, speed, timestamp }) => ({
    timeMs: Date.parse(timestamp),
    latitudeDeg: lat,
    longitudeDeg: long,
    headingDeg: dir,
    speedKmh: speed,
    ignition: null,
  }));

/** The vehicle, time and length of a shared clip, its event and note, and when the link expires. */
function SharedHeader({
  video,
  eventName,
}: {
  readonly video: SharedVideo;
  readonly eventName: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <header
      className={row({
        wrap: true,
        align: 'baseline',
        rowGap: 1,
        columnGap: 4,
        paddingY: 3,
        paddingX: 4,
        numeric: true,
      })}
    >
      <h1>{video.registration}</h1>
      <span>{formatMoment(Date.parse(video.start), VISITOR_DISPLAY.dates)}</span>
      <span>{formatLength(video.duration)}</span>
      {eventName !== undefined && <span>{eventName}</span>}
      {video.note !== '' && <span>{video.note}</span>}
      <span className={cx(look({ push: true, tone: 'quiet', size: 'small' }), styles.sharedUntil)}>
        {t('shared.until', {
          time: formatDateTime(Date.parse(video.expires_at), VISITOR_DISPLAY.dates),
        })}
      </span>
    </header>
  );
}

function Downloads({ films }: { readonly films: ReturnType<typeof filmsOf> }) {
  const { t } = useTranslation();
  return (
    <footer
      className={row({
        wrap: true,
        gap: 2,
        paddingY: 3,
        paddingX: 4,
        ground: 'surface',
        borderTop: true,
      })}
    >
      {films.map(({ camera, download_URL }) => (
        <a key={camera} className="button" href={served(download_URL)} download>
          {t('shared.download', { camera: t('historic.cameraNumber', { number: camera }) })}
        </a>
      ))}
    </footer>
  );
}

/** A shared clip: videos with synchronised trail, and a download link for each (F-P01). */
export function SharedClip({
  video,
  onRenew,
}: {
  readonly video: SharedVideo;
  /** The URLs of the videos have expired: open the link again. */
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const basemap = useVisitorBasemap();
  const films = useMemo(() => filmsOf(video), [video]);
  const files = useMemo(
    () =>
      films.map(({ camera, URL: address, start, end }) => ({
        camera,
        address,
        startMs: Date.parse(start),
        endMs: Date.parse(end),
        name: t('historic.cameraNumber', { number: camera }),
      })),
    [films, t],
  );
  const playback = useMemo(() => new ClipPlayback(files), [files]);
  const points = useMemo(() => pointsOf(video.trail), [video]);
  useEffect(() => playback.setPoints(points), [playback, points]);
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const marks = useMemo(() => {
    if (video.event === null) return [];
    const { code, name, at } = video.event;
    return [{ timeMs: Date.parse(at), eventCode: code, label: nameOf({ eventCode: code, name }) }];
  }, [video, nameOf]);
  const renewedAt = useRef(0);
  const onLost = () => {
    if (Date.now() - renewedAt.current < RENEW_AFTER_MS) return;
    renewedAt.current = Date.now();
    onRenew();
  };
  const trail = useMemo(() => ({ points, events: [], marks: [] }), [points]);
  const isUnderWay = useIsUnderWay(playback, runsByItself());
  return (
    <>
      <SharedHeader video={video} eventName={marks[0]?.label} />
      <div className={cx(stack({ minHeight: 0 }), styles.sharedStage)}>
        <ClipPlayer
          onStill={null}
          files={files}
          playback={playback}
          registration={video.registration}
          marks={marks}
          display={VISITOR_DISPLAY}
          onLost={onLost}
        />
        {points.length > 0 && basemap !== undefined && (
          <div className={look({ relative: true, minHeight: 0, borderTop: true })}>
            {isUnderWay && (
              <ClipMap
                basemap={basemap}
                display={VISITOR_DISPLAY}
                trail={trail}
                playback={playback}
                hover={hover}
              />
            )}
          </div>
        )}
      </div>
      {points.length > 0 && (
        <section
          className={cx(look({ ground: 'surface', borderTop: true }), styles.sharedChart)}
          aria-label={t('shared.speed')}
        >
          <SpeedChart
            points={points}
            unit={VISITOR_DISPLAY.unit}
            dates={VISITOR_DISPLAY.dates}
            position={playback.position}
            hover={hover}
            onPick={(timeMs) => playback.seek(timeMs)}
          />
        </section>
      )}
      <Downloads films={films} />
    </>
  );
}
