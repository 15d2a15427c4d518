import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { eventGroup } from '../../ui/event-icon.tsx';
import { addTrail } from '../../ui/map/trail-line.ts';
import type { FleetEvent } from './use-events.ts';

const EVENTS = 'events';
export const TRAIL = 'event-trail';

/** Events with a position as GeoJSON; the selected one is drawn on top. */
export function toFeatures(
  events: readonly FleetEvent[],
  selectedId: number | null,
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: events.flatMap(({ id, lat, long, event }) =>
      lat === null || long === null
        ? []
        : [
            {
              type: 'Feature' as const,
              id,
              properties: {
                id,
                icon: `event-${eventGroup(event.eventCode)}`,
                selected: id === selectedId,
              },
              geometry: { type: 'Point' as const, coordinates: [long, lat] },
            },
          ],
    ),
  };
}

/** Adds source and layers of the trail and the events; call again after a change of style. */
export function addEventLayers(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  addTrail(map, TRAIL, scheme);
  map.addSource(EVENTS, { type: 'geojson', data: toFeatures([], null) });
  map.addLayer({
    id: 'event-halo',
    type: 'circle',
    source: EVENTS,
    filter: ['==', ['get', 'selected'], true],
    paint: {
      'circle-color': colours.accent,
      'circle-opacity': 0.25,
      'circle-radius': 24,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 2,
    },
  });
  map.addLayer({
    id: EVENTS,
    type: 'symbol',
    source: EVENTS,
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'symbol-sort-key': ['case', ['get', 'selected'], 1, 0],
    },
  });
}

/** Shows these events, one of them selected. */
export function setEvents(
  map: MapLibre,
  events: readonly FleetEvent[],
  selectedId: number | null,
): void {
  map.getSource<GeoJSONSource>(EVENTS)?.setData(toFeatures(events, selectedId));
}

/** The id of the event at a point of the screen, or null. */
export function eventAt(map: MapLibre, point: { x: number; y: number }): number | null {
  if (map.getLayer(EVENTS) === undefined) return null;
  const [hit] = map.queryRenderedFeatures([point.x, point.y], { layers: [EVENTS] });
  return hit === undefined ? null : Number(hit.properties.id);
}
