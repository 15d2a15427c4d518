import { formatDuration, formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { placeText } from '../../ui/known-text.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import { type MapFocus, TraceMap } from '../../ui/map/trace-map.tsx';
import { Signal } from '../../ui/signal.ts';
import { SpeedLegend } from '../trace/trace-legend.tsx';
import { stopMarks, type TripRow } from './use-trips.ts';

/** The map of the selected trip, or of all trips with the stops between them. */
export function TripsMap({
  basemap,
  points,
  rows,
  hasStops,
  focus,
  display: { unit, dates, locale },
}: {
  readonly basemap: Basemap | null;
  /** In device time order. */
  readonly points: readonly TracePoint[];
  /** Trips and stops in time order. */
  readonly rows: readonly TripRow[];
  readonly hasStops: boolean;
  readonly focus: MapFocus | null;
  readonly display: Display;
}) {
  const { t, i18n } = useTranslation();
  // There is no playback here: the only position is the one under the pointer.
  const [position] = useState(() => new Signal<TracePoint | null>(null));
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const marks = useMemo(() => (hasStops ? stopMarks(rows) : []), [hasStops, rows]);
  const describeStop = (index: number): string[] => {
    const row = rows.find((one) => one.kind === 'stop' && one.stop.number === index + 1);
    if (row?.kind !== 'stop') return [];
    const duration = formatDuration(row.stop.durationS, i18n.language, 'narrow');
    return [
      t('trace.stopNumber', { number: index + 1, duration }),
      formatMoment(row.stop.startMs, dates),
      row.stop.address === null ? t('track.unknown') : placeText(row.stop.address, t, locale),
    ];
  };
  return (
    <>
      <TraceMap
        basemap={basemap}
        unit={unit}
        points={points}
        marks={marks}
        position={position}
        hover={hover}
        focus={focus}
        describe={({ speedKmh, timeMs }) => [
          formatSpeed(speedKmh, unit, locale),
          formatMoment(timeMs, dates),
        ]}
        describeMark={({ index }) => describeStop(index)}
        onPick={() => undefined}
        onMark={() => undefined}
      />
      {points.length > 0 && <SpeedLegend unit={unit} />}
    </>
  );
}
