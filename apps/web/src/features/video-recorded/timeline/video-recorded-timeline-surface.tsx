import { formatDate, formatMoment, formatTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look } from '../../../ui/look/look.ts';
import styles from './timeline.module.css';
import type { DrawingControls } from './use-drawing.ts';
import type { Lane } from './use-recordings.ts';
import { Lanes } from './video-recorded-timeline-lanes.tsx';
import { type Span, ticksOf } from './video-recorded-timeline-scale.ts';

const MOST_TICKS = 8;
const SHORT_DAY_MS = 6 * 3_600_000;

/** The recordings with the drawn range, the cursor and the current time over them. */
function LanesWithMarks({
  line,
  lanes,
}: {
  readonly line: DrawingControls;
  readonly lanes: readonly Lane[];
}) {
  const { window, stretch, cursorMs } = line;
  const nowShare = line.shareOf(Date.now());
  return (
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
      <span className={styles.lineCursor} style={{ left: `${line.shareOf(cursorMs) * 100}%` }} />
      {nowShare >= 0 && nowShare <= 1 && (
        <span className={styles.lineNow} style={{ left: `${nowShare * 100}%` }} />
      )}
    </div>
  );
}

/** The times below the lanes. */
function Ticks({ line }: { readonly line: DrawingControls }) {
  const { dates } = useDisplay();
  const { stepMs, ticksMs } = ticksOf(line.window, MOST_TICKS, dates.timeZone);
  const tickText = (timeMs: number) =>
    stepMs >= SHORT_DAY_MS && formatTime(timeMs, { ...dates, timeFormat: null }) === '00:00'
      ? formatDate(timeMs, dates)
      : formatTime(timeMs, dates, stepMs < 60_000);
  return (
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
  );
}

/** The drawing surface: lanes and ticks as one slider whose value is the cursor. */
export function TimelineSurface({
  line,
  bounds,
  lanes,
  isFetching,
}: {
  readonly line: DrawingControls;
  readonly bounds: Span;
  readonly lanes: readonly Lane[];
  readonly isFetching: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { stretch, cursorMs } = line;
  return (
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
      aria-busy={isFetching}
      {...line.handlers}
    >
      <LanesWithMarks line={line} lanes={lanes} />
      <Ticks line={line} />
    </div>
  );
}
