import { askVehicles } from './walkaround-calls.ts';
import type { CheckVehicle, Start } from './walkaround-model.ts';

const FOUND = 8;
const LEAST_SEARCH = 2;

const plain = (text: string) => text.replaceAll(' ', '').toUpperCase();

/** The code of a vehicle within what a scanner read: an address of the product, or the code alone. */
export function codeOf(text: string): string | null {
  const code = URL.canParse(text)
    ? (new URL(text).searchParams.get('qrid') ?? /\/vehicle\/([\w-]+)/.exec(text)?.[1])
    : text.trim();
  return code !== undefined && code !== null && /^[\w-]{1,64}$/.test(code) ? code : null;
}

/** SHA-256 in hexadecimal; null where the page is not served safely enough for the browser to do it. */
async function digestOf(text: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The vehicle that has a code: known on this phone, else asked of the server.
 *
 * @returns null where there is none in sight
 * @throws ApiError where the server has to be asked and cannot be
 */
export async function vehicleOfCode(
  { vehicles }: Pick<Start, 'vehicles'>,
  code: string,
): Promise<CheckVehicle | null> {
  const digest = await digestOf(code);
  const known = digest === null ? undefined : vehicles.find((one) => one.code_digest === digest);
  return known ?? (await askVehicles({ qrid: code }))[0] ?? null;
}

/** Vehicles of this phone by a part of the registration; the first ones without one. */
export function knownVehicles(vehicles: readonly CheckVehicle[], search: string): CheckVehicle[] {
  const wanted = plain(search);
  return vehicles
    .filter(({ registration }) => plain(registration).includes(wanted))
    .slice(0, FOUND);
}

/** As {@link knownVehicles}, with those that only the server knows; without it as many as there are. */
export async function findVehicles(
  { vehicles, has_more: hasMore }: Pick<Start, 'vehicles' | 'has_more'>,
  search: string,
): Promise<CheckVehicle[]> {
  const known = knownVehicles(vehicles, search);
  if (!hasMore || known.length >= FOUND || search.trim().length < LEAST_SEARCH) return known;
  const found = await askVehicles({ search: search.trim() }).catch(() => []);
  const others = found.filter(({ id }) => !known.some((one) => one.id === id));
  return [...known, ...others].slice(0, FOUND);
}
