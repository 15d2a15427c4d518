import { formatMoment, formatTime } from '@roadworthy/domain';
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
import { TimelineHeader } from './video-recorded-timeline-header.tsx';
import { meets, type Span, type Stretch } from './video-recorded-timeline-scale.ts';
import { TimelineSurface } from './video-recorded-timeline-surface.tsx';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 30 * 60_000;

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
  const { stretch } = line;
  const isKnown = query.data?.device === 'done';

  return (
    <section
      className={cx(
        stack({ gap: 1, paddingY: 2, paddingX: 4, ground: 'surface', borderBottom: true }),
        styles.timeLine,
      )}
      aria-label={t('historic.line.label')}
    >
      <TimelineHeader line={line} query={query} />
      <div className={cx(stack({ gap: 2 }), styles.lineBody)}>
        <div className={cx(stack({ size: 'small' }), styles.laneNames)} aria-hidden="true">
          {device.cameras.map(({ camera, name }) => (
            <span key={camera} title={name}>
              {name}
            </span>
          ))}
        </div>
        <TimelineSurface line={line} bounds={bounds} lanes={lanes} isFetching={query.isFetching} />
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
