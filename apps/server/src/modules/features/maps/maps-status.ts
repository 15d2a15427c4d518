import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Config } from '../../../platform/config/index.ts';
import type { Geocoder } from '../../../platform/geocoding/index.ts';
import type { MapArchives, MapFile } from '../../../platform/map-archives/index.ts';

type Status = AnswerOf<typeof contract.maps.status>;

/** The parts that maps consist of. */
export interface MapParts {
  readonly config: Pick<Config, 'map'>;
  readonly mapArchives: MapArchives;
  /** Null if no service is configured. */
  readonly geocoder: Geocoder | null;
}

/** The host of an address: paths and queries can contain keys. */
const hostOf = (url: string) => new URL(url).host;

function fileJson({ name, facts, sizeBytes, changedAt, fault }: MapFile): Status['files'][number] {
  return {
    name,
    area: facts?.area ?? null,
    bounds: facts === null ? null : [...facts.boundsDeg],
    min_zoom: facts?.minZoom ?? null,
    max_zoom: facts?.maxZoom ?? null,
    data_at: facts?.dataAt ?? null,
    size_bytes: sizeBytes,
    changed_at: changedAt?.toISOString() ?? null,
    fault,
  };
}

function addressesOf({ config, geocoder }: MapParts): Status['addresses'] {
  const { url, kind } = config.map.geocoder;
  if (url === null || geocoder === null) return null;
  const { lastSuccessMs, lastFailure } = geocoder.state();
  const iso = (ms: number) => new Date(ms).toISOString();
  const isFailing = lastFailure !== null && lastFailure.atMs >= (lastSuccessMs ?? 0);
  const working = lastSuccessMs === null ? 'unused' : 'working';
  return {
    kind,
    host: hostOf(url),
    state: isFailing ? 'failing' : working,
    last_success_at: lastSuccessMs === null ? null : iso(lastSuccessMs),
    last_failure:
      lastFailure === null ? null : { at: iso(lastFailure.atMs), reason: lastFailure.reason },
  };
}

/** Which map and which services this installation uses; for administrators. */
export async function mapStatus(parts: MapParts): Promise<Status> {
  const { styleUrl, satellite, matchingUrl, file } = parts.config.map;
  const files = await parts.mapArchives.files();
  const builtInOrArchives = files.some(({ facts }) => facts !== null) ? 'archives' : 'built-in';
  return {
    shown: styleUrl === null ? builtInOrArchives : 'style',
    style_host: styleUrl === null ? null : hostOf(styleUrl),
    files: files.map(fileJson),
    is_single_file: file !== null,
    satellite:
      satellite === null
        ? null
        : { host: hostOf(satellite.url), attribution: satellite.attribution },
    addresses: addressesOf(parts),
    matching_host: matchingUrl === null ? null : hostOf(matchingUrl),
  };
}
