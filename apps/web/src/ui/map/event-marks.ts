import type { TraceMark } from './trace-layers.ts';

interface PlacedEvent {
  readonly lat: number | null;
  readonly long: number | null;
  readonly event: { readonly eventCode: number };
}

/** Events as marks on the map; an event without a position has none. */
export function eventMarks(events: readonly PlacedEvent[]): TraceMark[] {
  return events.flatMap(({ lat, long, event: { eventCode } }, index): TraceMark[] =>
    lat === null || long === null
      ? []
      : [{ kind: 'event', index, latitudeDeg: lat, longitudeDeg: long, eventCode }],
  );
}
