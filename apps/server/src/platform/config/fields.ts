import { z } from 'zod';
import { isNetwork } from '../networks.ts';

/** Each accepts undefined. Messages are the end of a sentence that starts with the variable. */
export const text = z.string().trim();
export const optional = text.nullable().default(null);
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''));
export const optionalUrl = url.nullable().default(null);
/** The address of map tiles, with {z}, {x} and {y}. It may contain the key of a service. */
export const tileTemplate = text
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be an http or https address',
  })
  .refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)), {
    error: 'must contain {z}, {x} and {y}',
  })
  .nullable()
  .default(null);
/** A URL of a service that contains its password; it is never repeated in a message. */
export const serviceUrl = (protocol: RegExp, error: string) =>
  z.url({ protocol, hostname: /.*/, error }).nullable().default(null);
/** Headers as a JSON object of texts. */
export const httpHeaders = text.default('{}').refine((value) => headersOf(value) !== null, {
  error: 'must be a JSON object of texts, like {"authorization":"Bearer …"}',
});

const HEADERS = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));

function headersOf(value: string): Record<string, string> | null {
  try {
    const found = HEADERS.safeParse(JSON.parse(value));
    if (!found.success) return null;
    return Object.fromEntries(
      Object.entries(found.data).map(([name, one]) => [name.toLowerCase(), one]),
    );
  } catch {
    return null;
  }
}

/** Validated headers with names in lower case; the content is JSON unless they say otherwise. */
export const readHttpHeaders = (value: string): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  ...headersOf(value),
});
export const port = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a port number' })
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be a port from 0 to 65535' })
    .max(65_535, { error: 'must be a port from 0 to 65535' })
    .default(fallback);
/** Ports as `1082-1113`, or one; 0 is any free port. */
export const portRange = (fallback: string) =>
  text.default(fallback).refine((value) => isRange(readPortRange(value)), {
    error: 'must be a range of ports like 1082-1113',
  });

/** The ports of a range, inclusive. */
export function readPortRange(value: string): { readonly from: number; readonly to: number } {
  const [from = '', to = from, ...more] = value.split('-').map((one) => one.trim());
  const isTwo = more.length === 0 && /^\d+$/.test(from) && /^\d+$/.test(to);
  return isTwo ? { from: Number(from), to: Number(to) } : { from: -1, to: -1 };
}
const isRange = ({ from, to }: { readonly from: number; readonly to: number }) =>
  from >= 0 && to <= 65_535 && from <= to && (from > 0 || to === 0);
export const count = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .default(fallback);
/** A share from 0 to 1. */
export const share = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, { error: 'must be a number from 0 to 1' })
    .max(1, { error: 'must be a number from 0 to 1' })
    .default(fallback);

/** Headers as `name=value`, separated by commas, values percent-encoded (OpenTelemetry). */
export const otlpHeaders = text
  .default('')
  .refine(
    (value) =>
      value === '' ||
      value.split(',').every((one) => /^\s*[\w-]+\s*=\s*[\x21-\x7e]*\s*$/.test(one)),
    { error: 'must be headers like name=value, separated by commas' },
  );

/** Validated headers of {@link otlpHeaders}. */
export const readOtlpHeaders = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(',').flatMap((one) => {
      const at = one.indexOf('=');
      return at < 1
        ? []
        : [[one.slice(0, at).trim(), decodeURIComponent(one.slice(at + 1).trim())]];
    }),
  );

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((value) => value === 'true' || value === '1')
    .default(fallback);

const list = (value: string) => value.split(',').flatMap((one) => one.trim() || []);

/** A base of the interface: a path on this server, or an http or https URL. */
export const base = (fallback: string) =>
  text
    .transform((value) => value.replace(/\/+$/, ''))
    .refine((value) => value === '' || /^\/(?!\/)\S*$/.test(value) || isHttp(value), {
      error: 'must be an http or https address, or a path like /auth',
    })
    .default(fallback);

/** Origins like `https://app.example`, separated by commas. */
export const origins = text
  .default('')
  .transform(list)
  .refine((all) => all.every((one) => isHttp(one) && new URL(one).origin === one), {
    error: 'must be a list of origins like https://app.example',
  });

function isHttp(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Whether this is the address of tiles, with a place for zoom, column and row. */
export function isTileTemplate(value: string): boolean {
  return isHttp(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
}

/** Networks as `10.0.0.0/8` or single addresses, separated by commas. */
export const networks = text
  .default('')
  .transform(list)
  .refine((all) => all.every(isNetwork), {
    error: 'must be a list of networks like 10.0.0.0/8',
  });

/** The trusted proxies, which may set the address of a caller. */
export type TrustedProxies =
  | { readonly kind: 'none' }
  /** The number of proxies in front; with `true`, the nearest must be in a private network. */
  | { readonly kind: 'hops'; readonly count: number; readonly onlyPrivate: boolean }
  | { readonly kind: 'networks'; readonly networks: readonly string[] };

const MAX_HOPS = 10;

function proxiesOf(value: string): TrustedProxies | null {
  if (value === 'false' || value === '0') return { kind: 'none' };
  if (value === 'true') return { kind: 'hops', count: 1, onlyPrivate: true };
  if (/^\d+$/.test(value)) {
    const count = Number(value);
    return count <= MAX_HOPS ? { kind: 'hops', count, onlyPrivate: false } : null;
  }
  const all = list(value);
  return all.length > 0 && all.every(isNetwork) ? { kind: 'networks', networks: all } : null;
}

/** `false`, `true`, a number of proxies, or their networks. */
export const trustedProxies = text.default('false').refine((value) => proxiesOf(value) !== null, {
  error: `must be false, true, a number of proxies up to ${MAX_HOPS}, or a list of networks like 10.0.0.0/8`,
});

/** The proxies of a validated value. */
export const readTrustedProxies = (value: string): TrustedProxies =>
  proxiesOf(value) ?? { kind: 'none' };
