import type { MapFile } from '../../../../platform/map-archives/index.ts';
import type { Check, Verdict } from '../system-health-check.ts';

/** @param styleHost host of a configured style, which replaces the street maps */
export function mapVerdict(
  files: readonly Pick<MapFile, 'name' | 'fault'>[],
  styleHost: string | null,
): Verdict<'map'> {
  if (styleHost !== null) return { state: 'ok', finding: 'style', values: { host: styleHost } };
  if (files.length === 0) return { state: 'unused', finding: 'builtIn' };
  const faulty = files.filter(({ fault }) => fault !== null);
  const names = (faulty.length > 0 ? faulty : files).map(({ name }) => name).join(', ');
  return faulty.length > 0
    ? { state: 'error', finding: 'unusable', values: { names } }
    : { state: 'ok', finding: 'ok', values: { names } };
}

export const mapCheck: Check<'map'> = {
  name: 'map',
  look: async ({ config, mapArchives }) => {
    const { styleUrl } = config.map;
    const host = styleUrl === null ? null : new URL(styleUrl).host;
    return mapVerdict(await mapArchives.files(), host);
  },
};
