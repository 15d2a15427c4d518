import type { AnswerOf, contract } from '@roadworthy/contract';
import { InternalError } from '@roadworthy/domain';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { offlineStyle } from './offline-style.ts';

/** The maps of the installation: a style, street map archives, satellite images. */
export type Basemap = AnswerOf<typeof contract.platformInfo.config>['map'];

export type Scheme = 'light' | 'dark';

/** Time limit for a configured style; after it the next best map is shown. */
const STYLE_LIMIT_MS = 5000;
const SATELLITE = 'satellite';

async function fetchedStyle(url: string): Promise<StyleSpecification | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(STYLE_LIMIT_MS) });
    if (!answer.ok) throw new InternalError('response.status', { status: answer.status });
    return (await answer.json()) as StyleSpecification;
  } catch (error) {
    console.warn('The map style could not be loaded; the map of this server is shown.', error);
    return null;
  }
}

/** The built-in map, with the streets above it where an archive has them. */
async function ownStyle(basemap: Basemap | null, scheme: Scheme): Promise<StyleSpecification> {
  const style = offlineStyle(scheme);
  const archives = basemap?.archives ?? [];
  if (archives.length === 0) return style;
  try {
    const { withStreets } = await import('./street-style.ts');
    return withStreets(style, archives, scheme);
  } catch (error) {
    console.warn('The street map could not be loaded; the built-in map is shown.', error);
    return style;
  }
}

const isLabel = ({ type }: LayerSpecification) => type === 'symbol';

/** The style with satellite images above its areas and lines, and below its labels. */
function withSatellite(
  style: StyleSpecification,
  { url, attribution, max_zoom }: NonNullable<Basemap['satellite']>,
): StyleSpecification {
  return {
    ...style,
    sources: {
      ...style.sources,
      [SATELLITE]: {
        type: 'raster',
        tiles: [url],
        tileSize: 256,
        maxzoom: max_zoom,
        ...(attribution === '' ? {} : { attribution }),
      },
    },
    layers: [
      ...style.layers.filter((layer) => !isLabel(layer)),
      { id: SATELLITE, type: 'raster', source: SATELLITE },
      ...style.layers.filter(isLabel),
    ],
  };
}

/**
 * The style of the map: the configured one, else the street map archives above the built-in map, else
 * the built-in map alone.
 *
 * @param basemap null while the settings are not known
 */
export async function styleOf(
  basemap: Basemap | null,
  scheme: Scheme,
  hasSatellite: boolean,
): Promise<StyleSpecification> {
  const configured = basemap?.style_url == null ? null : await fetchedStyle(basemap.style_url);
  const style = configured ?? (await ownStyle(basemap, scheme));
  const satellite = basemap?.satellite ?? null;
  return satellite !== null && hasSatellite ? withSatellite(style, satellite) : style;
}
