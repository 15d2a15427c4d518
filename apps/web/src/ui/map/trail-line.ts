import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { FeatureCollection, LineString } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';

type Points = readonly (readonly [number, number])[];

function trailData(points: Points): FeatureCollection<LineString> {
  const coordinates = points.map(([longitude, latitude]) => [longitude, latitude]);
  return {
    type: 'FeatureCollection',
    features:
      coordinates.length < 2
        ? []
        : [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
  };
}

/** Adds source and layer of a trail, both with this id. */
export function addTrail(map: MapLibre, id: string, scheme: 'light' | 'dark'): void {
  map.addSource(id, { type: 'geojson', data: trailData([]) });
  map.addLayer({
    id,
    type: 'line',
    source: id,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': DESIGN_TOKENS[scheme].accent, 'line-width': 4, 'line-opacity': 0.75 },
  });
}

/** Replaces the trail, as longitudes and latitudes; fewer than two points are no trail. */
export function setTrail(map: MapLibre, id: string, points: Points): void {
  map.getSource<GeoJSONSource>(id)?.setData(trailData(points));
}
