import { formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import { type MapFocus, TraceMap } from '../../ui/map/trace-map.tsx';
import type { Signal } from '../../ui/signal.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { textsOfMark } from './mark-texts.ts';
import partsStyles from './parts.module.css';
import styles from './trace.module.css';
import { SpeedLegend } from './trace-legend.tsx';
import type { Playback } from './trace-playback.ts';
import { marksOf, type Trail } from './use-trace.ts';

/**
 * The map of a trail with its legend.
 *
 * @param children a message over the map
 */
export function TraceStage({
  trail,
  playback,
  hover,
  focus,
  isLoading,
  onMark,
  children,
}: {
  readonly trail: Trail;
  readonly playback: Playback;
  readonly hover: Signal<TracePoint | null>;
  readonly focus: MapFocus | null;
  readonly isLoading: boolean;
  readonly onMark: (mark: Pick<TraceMark, 'kind' | 'index'>) => void;
  readonly children: ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const display = useDisplay();
  const { unit, dates, locale } = display;
  const { data: config } = usePlatformConfig();
  const marks = useMemo(() => marksOf(trail), [trail]);
  return (
    <div
      data-part="trace-stage"
      className={cx(look({ relative: true, minHeight: 0 }), partsStyles.traceStage)}
      aria-busy={isLoading}
    >
      {config !== undefined && (
        <TraceMap
          basemap={config.map}
          unit={unit}
          points={trail.points}
          marks={marks}
          position={playback.position}
          hover={hover}
          focus={focus}
          describe={({ speedKmh, timeMs }) => [
            formatSpeed(speedKmh, unit, locale),
            formatMoment(timeMs, dates),
          ]}
          describeMark={(mark) => textsOfMark(trail, mark, display, t, i18n.language)}
          onPick={({ timeMs }) => playback.seek(timeMs)}
          onMark={onMark}
        />
      )}
      {isLoading && (
        <div
          className={cx(look({ overflow: 'hidden', ground: 'accent' }), styles.traceProgress)}
          role="progressbar"
          aria-label={t('trace.loading')}
        />
      )}
      {trail.points.length > 0 && <SpeedLegend unit={unit} />}
      {children}
    </div>
  );
}
