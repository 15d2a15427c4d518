import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { StyleSpecification } from 'maplibre-gl';

type NameAnchor = 'center' | 'top' | 'bottom' | 'left' | 'right';

/**
 * The offline base map: coasts and borders of the world, British main roads and places. Text uses system
 * fonts, so that no glyph server is needed. The data is referenced by URL: the map's worker loads it,
 * and the page stays responsive.
 */
export function offlineStyle(scheme: 'light' | 'dark'): StyleSpecification {
  const colours = DESIGN_TOKENS[scheme];
  const text = (size: number) => ({
    'text-field': ['get', 'name'] as ['get', string],
    'text-size': size,
    'text-padding': 6,
  });
  const paint = {
    'text-color': colours['text-quiet'],
    'text-halo-color': colours['map-land'],
    'text-halo-width': 1.5,
  };
  const rankFrom: readonly (readonly [rank: number, zoom: number, size: number])[] = [
    [1, 4, 15],
    [2, 6.2, 13],
    [3, 7.5, 12],
    [4, 8.8, 11],
  ];
  return {
    version: 8,
    sources: {
      world: {
        type: 'geojson',
        data: '/map/world.json',
        attribution: 'Natural Earth',
      },
      britain: { type: 'geojson', data: '/map/britain.json' },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours['map-sea'] } },
      {
        id: 'land',
        type: 'fill',
        source: 'world',
        // The borders cover its edges: antialiasing both would render each edge twice.
        paint: { 'fill-color': colours['map-land'], 'fill-antialias': false },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'world',
        paint: { 'line-color': colours['map-border'], 'line-width': 1 },
      },
      {
        id: 'roads',
        type: 'line',
        source: 'britain',
        filter: ['==', ['get', 'kind'], 'primary'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': colours['map-road'],
          'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.8, 9, 2.5, 13, 6],
        },
      },
      {
        id: 'motorways',
        type: 'line',
        source: 'britain',
        filter: ['==', ['get', 'kind'], 'motorway'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': colours['map-motorway'],
          'line-width': ['interpolate', ['linear'], ['zoom'], 5, 1.2, 9, 3.5, 13, 9],
        },
      },
      {
        id: 'road-names',
        type: 'symbol',
        source: 'britain',
        minzoom: 7.5,
        filter: ['!=', ['get', 'kind'], 'place'],
        layout: { ...text(11), 'symbol-placement': 'line', 'symbol-spacing': 300 },
        paint,
      },
      ...rankFrom.map(([rank, minzoom, size]) => ({
        id: `places-${rank}`,
        type: 'symbol' as const,
        source: 'britain',
        minzoom,
        filter: ['==', ['get', 'rank'], rank] as ['==', ['get', string], number],
        layout: {
          ...text(size),
          // If a vehicle covers the place, its name moves.
          'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'] as NameAnchor[],
          'text-radial-offset': 1.4,
          'text-justify': 'auto' as const,
        },
        paint: rank === 1 ? { ...paint, 'text-color': colours.text } : paint,
      })),
    ],
  };
}
