import { formatDate, formatMoment, formatTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { DayRange } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import type { ActiveDevice } from '../request/use-active-devices.ts';
import styles from './timeline.module.css';
import { type First, useDrawing } from './use-drawing.ts';
import { useRecordings } from './use-recordings.ts';
import { Lanes } from './video-recorded-timeline-lanes.tsx';
import { meets, type Span, type Stretch, ticksOf } from './video-recorded-timeline-scale.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 30 * 60_000;
const MOST_TICKS = 8;
const SHORT_DAY_MS = 6 * 3_600_000;

/** The selected days up to now, and the initial window: the last day, or around a time. */
function spansOf(
  range: { start: string; end: string },
  momentMs: number | null,
): { bounds: Span; first: First } {
  const startMs = Date.parse(range.start);
  const now = Math.ceil(Date.now() / 60_000) * 60_000;
  const endMs = Math.max(Math.min(Date.parse(range.end), now), startMs + 60_000);
  const bounds: Span = { startMs, endMs };
  if (momentMs === null)
    return { bounds, first: { ...bounds, startMs: Math.max(startMs, endMs - DAY_MS) } };
  const first = {
    startMs: Math.max(startMs, momentMs - HALF_HOUR_MS),
    endMs: Math.min(endMs, momentMs + HALF_HOUR_MS),
  };
  return {
    bounds,
    first: first.endMs > first.startMs ? { ...first, cursorMs: Math.min(momentMs, endMs) } : bounds,
  };
}

/** The drawn range and its request button. */
function StretchBar({
  stretch,
  isRecorded,
  mayRequest,
  onRequest,
  onClear,
}: {
  readonly stretch: Stretch;
  /** Null if unknown. */
  readonly isRecorded: boolean | null;
  readonly mayRequest: boolean;
  readonly onRequest: () => void;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <div className={row({ wrap: true, align: 'center', rowGap: 1, columnGap: 3, numeric: true })}>
      <strong>
        {formatMoment(stretch.startMs, dates)} – {formatTime(stretch.endMs, dates, true)}
      </strong>
      <span>{t('videoRequest.seconds', { seconds: stretch.durationS })}</span>
      {stretch.isCut && <span>{t('historic.line.longest')}</span>}
      {isRecorded === false && (
        <span className={look({ tone: 'warn', weight: 'strong' })}>
          {t('historic.line.nothing')}
        </span>
      )}
      {mayRequest && (
        <Button kind="primary" onClick={onRequest}>
          {t('historic.line.request')}
        </Button>
      )}
      <Button kind="icon" aria-label={t('historic.line.clear')} onClick={onClear}>
        <span aria-hidden="true">×</span>
      </Button>
    </div>
  );
}

/**
 * The recordings on the device and the available clips of a vehicle, one lane per camera. Draw a
 * range to request it; select a clip to open it.
 */
export function Timeline({
  vehicleId,
  device,
  days,
  momentMs,
  mayRequest,
  onRequest,
  onOpen,
}: {
  readonly vehicleId: number;
  readonly device: ActiveDevice;
  readonly days: DayRange;
  readonly momentMs: number | null;
  readonly mayRequest: boolean;
  readonly onRequest: (stretch: Stretch) => void;
  readonly onOpen: (clipId: number) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { query, lanes, range } = useRecordings(vehicleId, days, device.cameras);
  const { bounds, first } = useMemo(() => spansOf(range, momentMs), [range, momentMs]);

  /** The clip at a position in its lane. */
  const openAt = (timeMs: number, clientY: number): boolean => {
    const box = line.surface.current?.querySelector('[data-part=lanes]')?.getBoundingClientRect();
    if (box === undefined) return false;
    const lane = lanes[Math.floor(((clientY - box.top) / box.height) * lanes.length)];
    // Allow a few pixels around a short clip.
    const nearMs = (line.window.endMs - line.window.startMs) * 0.004;
    const clip = [...(lane?.here ?? []), ...(lane?.coming ?? [])].find(
      ({ startMs, endMs }) => timeMs >= startMs - nearMs && timeMs <= endMs + nearMs,
    );
    if (clip === undefined) return false;
    onOpen(clip.request);
    return true;
  };
  const request = (stretch: Stretch) => {
    if (mayRequest) onRequest(stretch);
  };
  const line = useDrawing(bounds, first, openAt, request);
  const { window, stretch, cursorMs } = line;
  const { stepMs, ticksMs } = ticksOf(window, MOST_TICKS, dates.timeZone);
  const tickText = (timeMs: number) =>
    stepMs >= SHORT_DAY_MS && formatTime(timeMs, { ...dates, timeFormat: null }) === '00:00'
      ? formatDate(timeMs, dates)
      : formatTime(timeMs, dates, stepMs < 60_000);
  const isKnown = query.data?.device === 'done';
  const nowShare = line.shareOf(Date.now());

  return (
    <section
      className={cx(
        stack({ gap: 1, paddingY: 2, paddingX: 4, ground: 'surface', borderBottom: true }),
        styles.timeLine,
      )}
      aria-label={t('historic.line.label')}
    >
      <header>
        <h2>{t('historic.line.title')}</h2>
        <ul
          className={cx(
            row({
              wrap: true,
              rowGap: 1,
              columnGap: 3,
              margin: 0,
              padding: 0,
              size: 'small',
              list: true,
            }),
            styles.lineLegend,
          )}
        >
          {(['device', 'here', 'coming'] as const).map((kind) => (
            <li key={kind}>
              <span data-part="lane-bar" className={cx(styles.laneBar, styles[`is-${kind}`])} />
              {t(`historic.line.${kind}`)}
            </li>
          ))}
        </ul>
        <p
          className={cx(look({ grow: true, tone: 'quiet', size: 'small' }), styles.lineDevice)}
          role="status"
        >
          {query.isError && query.error.message}
          {query.isPending && t('historic.line.asking')}
          {query.data !== undefined &&
            query.data.device !== 'done' &&
            t(`historic.line.state.${query.data.device}`)}
        </p>
        <div className={cx(row({ align: 'center' }), styles.lineTools)}>
          {(
            [
              ['earlier', '‹', () => line.pan(-1)],
              ['later', '›', () => line.pan(1)],
              ['nearer', '+', line.zoomIn],
              ['farther', '−', line.zoomOut],
            ] as const
          ).map(([key, sign, press]) => (
            <Button
              key={key}
              kind="icon"
              aria-label={t(`historic.line.${key}`)}
              title={t(`historic.line.${key}`)}
              onClick={press}
            >
              <span aria-hidden="true">{sign}</span>
            </Button>
          ))}
          <Button kind="link" onClick={line.showAll}>
            {t('historic.line.all')}
          </Button>
        </div>
      </header>
      <div className={cx(stack({ gap: 2 }), styles.lineBody)}>
        <div className={cx(stack({ size: 'small' }), styles.laneNames)} aria-hidden="true">
          {device.cameras.map(({ camera, name }) => (
            <span key={camera} title={name}>
              {name}
            </span>
          ))}
        </div>
        <div
          ref={line.surface}
          className={cx(look({ relative: true }), styles.lineSurface)}
          role="slider"
          tabIndex={0}
          aria-label={t('historic.line.keys')}
          aria-valuemin={bounds.startMs}
          aria-valuemax={bounds.endMs}
          aria-valuenow={cursorMs}
          aria-valuetext={
            stretch === null
              ? formatMoment(cursorMs, dates)
              : t('historic.line.drawn', {
                  time: formatMoment(stretch.startMs, dates),
                  seconds: stretch.durationS,
                })
          }
          aria-busy={query.isFetching}
          {...line.handlers}
        >
          <div
            data-part="lanes"
            className={look({
              relative: true,
              overflow: 'hidden',
              ground: 'ground',
              radius: 'small',
            })}
          >
            <Lanes lanes={lanes} window={window} />
            {stretch !== null && (
              <span
                className={styles.lineStretch}
                style={{
                  left: `${line.shareOf(stretch.startMs) * 100}%`,
                  width: `${(line.shareOf(stretch.endMs) - line.shareOf(stretch.startMs)) * 100}%`,
                }}
              />
            )}
            <span
              className={styles.lineCursor}
              style={{ left: `${line.shareOf(cursorMs) * 100}%` }}
            />
            {nowShare >= 0 && nowShare <= 1 && (
              <span className={styles.lineNow} style={{ left: `${nowShare * 100}%` }} />
            )}
          </div>
          <div
            className={cx(
              look({
                relative: true,
                overflow: 'hidden',
                tone: 'quiet',
                size: 'small',
                numeric: true,
              }),
              styles.lineTicks,
            )}
            aria-hidden="true"
          >
            {ticksMs.map((timeMs) => (
              <span key={timeMs} style={{ left: `${line.shareOf(timeMs) * 100}%` }}>
                {tickText(timeMs)}
              </span>
            ))}
          </div>
        </div>
      </div>
      {stretch === null ? (
        <p className={look({ tone: 'quiet', size: 'small' })}>
          {t(mayRequest ? 'historic.line.hint' : 'historic.line.hintRead')}
        </p>
      ) : (
        <StretchBar
          stretch={stretch}
          isRecorded={isKnown ? lanes.some(({ onDevice }) => meets(stretch, onDevice)) : null}
          mayRequest={mayRequest}
          onRequest={() => onRequest(stretch)}
          onClear={line.clear}
        />
      )}
    </section>
  );
}
