import { askVehicles } from './walkaround-calls.ts';
import type { CheckVehicle, Start } from './walkaround-model.ts';

const FOUND = 8;
const LEAST_SEARCH = 2;

/** Limits a search to trailers. */
type TrailersOnly = { readonly trailers?: 'true' };

const plain = (text: string) => text.replaceAll(' ', '').toUpperCase();

/** The code of a vehicle in the scanned text: a URL of the product, or the code alone. */
export function codeOf(text: string): string | null {
  const code = URL.canParse(text)
    ? (new URL(text).searchParams.get('qrid') ?? /\/vehicle\/([\w-]+)/.exec(text)?.[1])
    : text.trim();
  return code !== undefined && code !== null && /^[\w-]{1,64}$/.test(code) ? code : null;
}

/** SHA-256 in hexadecimal; null if the page is not a secure context. */
async function digestOf(text: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The vehicle of a code: from this phone, else from the server.
 *
 * @param trailers searches trailers only: those of the phone are given as `vehicles`
 * @returns null if no visible vehicle has the code
 * @throws ApiError if the server is needed and unreachable
 */
export async function vehicleOfCode(
  { vehicles }: Pick<Start, 'vehicles'>,
  code: string,
  trailers: TrailersOnly = {},
): Promise<CheckVehicle | null> {
  const digest = await digestOf(code);
  const known = digest === null ? undefined : vehicles.find((one) => one.code_digest === digest);
  return known ?? (await askVehicles({ qrid: code, ...trailers }))[0] ?? null;
}

/** Stored vehicles by a part of the registration; without one, the first. */
export function knownVehicles(vehicles: readonly CheckVehicle[], search: string): CheckVehicle[] {
  const wanted = plain(search);
  return vehicles
    .filter(({ registration }) => plain(registration).includes(wanted))
    .slice(0, FOUND);
}

/** As {@link knownVehicles}, plus vehicles from the server; offline only the stored ones. */
export async function findVehicles(
  { vehicles, has_more: hasMore }: Pick<Start, 'vehicles' | 'has_more'>,
  search: string,
  trailers: TrailersOnly = {},
): Promise<CheckVehicle[]> {
  const known = knownVehicles(vehicles, search);
  if (!hasMore || known.length >= FOUND || search.trim().length < LEAST_SEARCH) return known;
  const found = await askVehicles({ search: search.trim(), ...trailers }).catch(() => []);
  const others = found.filter(({ id }) => !known.some((one) => one.id === id));
  return [...known, ...others].slice(0, FOUND);
}
