import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

function mapOrigins(env: Environment): string[] {
  const listed = env.MAP_ORIGINS.split(',').map((origin) => origin.trim());
  const own = [env.MAP_STYLE_URL, env.MAP_SATELLITE_URL].flatMap((address) =>
    address === null ? [] : [new URL(address).origin],
  );
  return [...new Set([...own, ...listed.filter((origin) => origin !== '')])];
}

const trafficOrigins = ({ TRAFFIC_TILES_URL: tiles }: Environment): string[] =>
  tiles === null ? [] : [new URL(tiles).origin];

/** The maps, and the services about places, roads and traffic. */
export function readMap(env: Environment) {
  return {
    styleUrl: env.MAP_STYLE_URL,
    attribution: env.MAP_ATTRIBUTION,
    /** A PMTiles archive, or the folder of daily builds, for `npm run map`. */
    sourceUrl: env.MAP_SOURCE_URL,
    /** Path of a PMTiles archive; null for those in the data folder. */
    file: env.MAP_FILE === null ? null : resolve(env.MAP_FILE),
    /** Tiles of satellite images; null if none are configured. */
    satellite:
      env.MAP_SATELLITE_URL === null
        ? null
        : {
            url: env.MAP_SATELLITE_URL,
            attribution: env.MAP_SATELLITE_ATTRIBUTION,
            maxZoom: env.MAP_SATELLITE_MAX_ZOOM,
          },
    /** URL of an OSRM service; null if trails are not matched to roads. */
    matchingUrl: env.MAP_MATCHING_URL,
    /** Geocoding service; without a URL, built-in place names are used. */
    geocoder: { url: env.GEOCODER_URL, kind: env.GEOCODER_KIND },
    origins: [...new Set([...mapOrigins(env), ...trafficOrigins(env)])],
    /** Raster tiles of a traffic service; null without one. */
    traffic:
      env.TRAFFIC_TILES_URL === null
        ? null
        : { tiles: env.TRAFFIC_TILES_URL, attribution: env.TRAFFIC_ATTRIBUTION },
  };
}
