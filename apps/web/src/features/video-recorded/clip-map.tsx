import { formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import type { Display } from '../../ui/display.ts';
import { useEventName } from '../../ui/event-name.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import { TraceMap } from '../../ui/map/trace-map.tsx';
import type { Signal } from '../../ui/signal.ts';
import type { ClipPlayback } from './player/clip-playback.ts';
import type { useClipTrail } from './use-clip-trail.ts';

/** The trail next to the video; the vehicle moves on it during playback (F-P01). */
export default function ClipMap({
  basemap,
  display: { unit, dates, locale },
  trail,
  playback,
  hover,
}: {
  readonly basemap: Basemap | null;
  readonly display: Display;
  readonly trail: Pick<ReturnType<typeof useClipTrail>, 'points' | 'events' | 'marks'>;
  readonly playback: ClipPlayback;
  readonly hover: Signal<TracePoint | null>;
}) {
  const nameOf = useEventName();
  const { points, events, marks } = trail;
  return (
    <TraceMap
      basemap={basemap}
      unit={unit}
      points={points}
      marks={marks}
      position={playback.position}
      hover={hover}
      focus={null}
      describe={({ speedKmh, timeMs }) => [
        formatSpeed(speedKmh, unit, locale),
        formatMoment(timeMs, dates),
      ]}
      describeMark={({ index }) => {
        const event = events[index];
        if (event === undefined) return [];
        return [nameOf(event.event), formatMoment(Date.parse(event.timestamp), dates)];
      }}
      onPick={({ timeMs }) => playback.seek(timeMs)}
      onMark={({ index }) => playback.seek(Date.parse(events[index]?.timestamp ?? ''))}
    />
  );
}
