import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps';
import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { chosenLanguage } from '../../session/languages.ts';
import type { Basemap, Scheme } from './basemap.ts';
import { SHOWN_POIS } from './street-images.ts';
import { STREET_TILES, serveStreetTiles } from './street-tiles.ts';

/** Source of the streets. */
export const STREETS = 'streets';

const ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap contributors</a>';

/** Roads in colours that are distinct from land in bright sunlight. */
const ROADS = {
  light: {
    ...{ minor: '#ffffff', minorCasing: '#cfcbc2', service: '#fdfdfb' },
    ...{ major: '#fdebb8', majorCasing: '#d8b566' },
    ...{ highway: '#a9c4ec', highwayCasing: '#6f9bd8' },
    ...{ buildings: '#cdc5b6', industrial: '#e6e7ee', rail: '#9aa3a8' },
  },
  dark: {
    ...{ minor: '#3a4250', minorCasing: '#262c36', service: '#303743' },
    ...{ major: '#6b5d39', majorCasing: '#2b2a26' },
    ...{ highway: '#3d5f92', highwayCasing: '#22334e' },
    ...{ buildings: '#39424f', industrial: '#222833', rail: '#56606e' },
  },
} as const;

/** The flavour of Protomaps in the colours of the product, so that it joins the built-in map. */
function flavour(scheme: Scheme): Flavor {
  const tokens = DESIGN_TOKENS[scheme];
  const roads = ROADS[scheme];
  const [land, sea] = [tokens['map-land'], tokens['map-sea']];
  return {
    ...namedFlavor(scheme),
    ...{ background: sea, earth: land, water: sea },
    ...{ buildings: roads.buildings, industrial: roads.industrial, railway: roads.rail },
    ...{ minor_a: roads.minor, minor_b: roads.minor, minor_casing: roads.minorCasing },
    ...{ minor_service: roads.service, minor_service_casing: roads.minorCasing },
    ...{ other: roads.service, link: roads.major, link_casing: roads.majorCasing },
    ...{ major: roads.major, highway: roads.highway },
    ...{ major_casing_early: roads.majorCasing, major_casing_late: roads.majorCasing },
    ...{ highway_casing_early: roads.highwayCasing, highway_casing_late: roads.highwayCasing },
    ...{ bridges_minor: roads.minor, bridges_minor_casing: roads.minorCasing },
    ...{ bridges_link: roads.major, bridges_link_casing: roads.majorCasing },
    ...{ bridges_major: roads.major, bridges_major_casing: roads.majorCasing },
    ...{ bridges_highway: roads.highway, bridges_highway_casing: roads.highwayCasing },
    ...{ boundaries: tokens['map-border'] },
    ...{ roads_label_minor: tokens['text-quiet'], roads_label_minor_halo: land },
    ...{ roads_label_major: tokens.text, roads_label_major_halo: land },
    ...{ city_label: tokens.text, city_label_halo: land },
    ...{ subplace_label: tokens['text-quiet'], subplace_label_halo: land },
    ...{ state_label: tokens['text-quiet'], state_label_halo: land },
    ...{ country_label: tokens['text-quiet'], ocean_label: tokens['text-quiet'] },
    ...{ address_label: tokens['text-quiet'], address_label_halo: land },
  };
}

/**
 * Protomaps encodes names in Indic scripts for a font of its own. This map draws text with the fonts of
 * the device, which need the plain names.
 */
function withPlainNames<T>(value: T): T {
  const text = JSON.stringify(value)
    .replaceAll('"pgf:name', '"name')
    .replaceAll('Noto Sans Devanagari Regular v1', 'Noto Sans Regular');
  return JSON.parse(text) as T;
}

function withShownPois(layer: LayerSpecification): LayerSpecification {
  if (layer.id !== 'pois' || layer.type !== 'symbol') return layer;
  const isShown: unknown = ['in', ['get', 'kind'], ['literal', SHOWN_POIS]];
  return { ...layer, filter: ['all', isShown, layer.filter] as FilterSpecification };
}

/** The layers of the streets; the background is that of the built-in map. */
export function streetLayers(scheme: Scheme, language: string): LayerSpecification[] {
  const all = layers(STREETS, flavour(scheme), { lang: language }) as LayerSpecification[];
  return withPlainNames(all)
    .filter(({ id }) => id !== 'background')
    .map(withShownPois)
    .map((layer) => ({ ...layer, id: `${STREETS}-${layer.id}` }));
}

/** The smallest area that contains all archives: west, south, east, north. */
function areaOf(archives: Basemap['archives']): [number, number, number, number] {
  const [first = [-180, -85, 180, 85] as const] = archives.map(({ bounds }) => bounds);
  return archives.reduce<[number, number, number, number]>(
    ([west, south, east, north], { bounds }) => [
      Math.min(west, bounds[0]),
      Math.min(south, bounds[1]),
      Math.max(east, bounds[2]),
      Math.max(north, bounds[3]),
    ],
    [...first] as [number, number, number, number],
  );
}

/**
 * A style with the streets of archives above it. Where no archive has a tile, the style stays visible.
 */
export function withStreets(
  style: StyleSpecification,
  archives: Basemap['archives'],
  scheme: Scheme,
): StyleSpecification {
  serveStreetTiles(archives);
  return {
    ...style,
    sources: {
      ...style.sources,
      [STREETS]: {
        type: 'vector',
        tiles: [STREET_TILES],
        bounds: areaOf(archives),
        minzoom: Math.min(...archives.map(({ min_zoom }) => min_zoom)),
        maxzoom: Math.max(...archives.map(({ max_zoom }) => max_zoom)),
        attribution: ATTRIBUTION,
      },
    },
    layers: [...style.layers, ...streetLayers(scheme, chosenLanguage())],
  };
}
