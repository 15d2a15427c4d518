import { inPhysicalRange } from '../physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { alarmEvents } from '../traccar/decode.ts';

/** One knot in km/h. */
export const KMH_PER_KNOT = 1.852;
const KMH_PER_MS = 3.6;
/** A larger timestamp is in milliseconds (section 4). */
const SECONDS_BELOW = 2 ** 31 - 1;

/** The content of a phone's request. */
export type PhoneReport =
  | { readonly kind: 'record'; readonly deviceId: string; readonly record: DeviceRecord }
  | { readonly kind: 'bad'; readonly reason: string };

/** The parts of an HTTP request that can contain a phone's report. */
export interface PhoneRequest {
  /** Query of the URL, with or without path and question mark. */
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
}

const bad = (reason: string): PhoneReport => ({ kind: 'bad', reason });

const report = (deviceId: string, values: Partial<DeviceRecord>): PhoneReport => ({
  kind: 'record',
  deviceId,
  record: inPhysicalRange({ ...EMPTY_RECORD, ...values }),
});

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function number(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return finite(value);
}

/** Seconds, milliseconds, ISO, or `YYYY-MM-DD hh:mm:ss` in UTC; null if absent, NaN if invalid. */
function timestamp(text: string | null): number | null {
  if (text === null || text === '') return null;
  if (/^\d+$/.test(text)) {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) return Number.NaN;
    return value > SECONDS_BELOW ? value : value * 1000;
  }
  return Date.parse(/[TZ]/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

function attribute(text: string): AttributeValue {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = number(text);
  return value ?? text;
}

function coordinates(parameters: URLSearchParams): [number | null, number | null] {
  const [lat = null, lon = null] = (parameters.get('location') ?? '').split(',');
  return [
    number(parameters.get('lat') ?? (lat === '' ? null : lat)),
    number(parameters.get('lon') ?? lon),
  ];
}

/** Degrees from north; a negative value means unknown. */
const heading = (value: number | null): number | null =>
  value === null || value < 0 || value > 360 ? null : value % 360;

/** Parameters that may be repeated: their values are joined. */
const REPEATED = new Set(['cell', 'wifi']);

/** Parameters with their own field in the record. */
const TAKEN = new Set([
  'id',
  'deviceid',
  'timestamp',
  'lat',
  'lon',
  'location',
  'speed',
  'bearing',
  'heading',
  'altitude',
  'valid',
  'batt',
  'driverUniqueId',
  'ignition',
  'odometer',
]);

function fromParameters(parameters: URLSearchParams): PhoneReport {
  const deviceId = parameters.get('id') ?? parameters.get('deviceid') ?? '';
  if (deviceId === '') return bad('no identifier');
  const timeMs = timestamp(parameters.get('timestamp'));
  if (Number.isNaN(timeMs)) return bad('the timestamp cannot be read');
  const place = placeOf(...coordinates(parameters));
  const isPlace = place.latitudeDeg !== null;
  const valid = !['false', '0'].includes(parameters.get('valid') ?? '');
  const knots = number(parameters.get('speed'));
  const ignition = parameters.get('ignition');
  const rest: Record<string, AttributeValue> = {};
  for (const name of new Set(parameters.keys())) {
    if (TAKEN.has(name)) continue;
    const all = parameters.getAll(name);
    rest[name] = REPEATED.has(name) ? all.join(';') : attribute(all.at(-1) ?? '');
  }
  return report(deviceId, {
    timeMs,
    fixValid: isPlace && valid,
    ...place,
    altitudeM: number(parameters.get('altitude')),
    speedKmh: knots === null || knots < 0 ? null : finite(knots * KMH_PER_KNOT),
    headingDeg: heading(number(parameters.get('bearing') ?? parameters.get('heading'))),
    ignition: ignition === null ? null : ignition === 'true' || ignition === '1',
    odometerM: number(parameters.get('odometer')),
    batteryPercent: number(parameters.get('batt')),
    driverTag: parameters.get('driverUniqueId'),
    events: alarmEvents(parameters.get('alarm')),
    attributes: rest,
  });
}

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
/** A number of the JSON form; -1 means unknown. */
const known = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value !== -1 ? value : null;

/** A driver id as text; a number is converted, any other type is ignored. */
const identity = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function fromJson(body: string): PhoneReport {
  let parsed: Json;
  try {
    parsed = object(JSON.parse(body));
  } catch {
    return bad('the JSON cannot be read');
  }
  const deviceId = identity(parsed.device_id);
  if (deviceId === '') return bad('no identifier');
  const location = object(parsed.location);
  const coords = object(location.coords);
  const battery = object(location.battery);
  const timeMs = timestamp(typeof location.timestamp === 'string' ? location.timestamp : null);
  if (Number.isNaN(timeMs)) return bad('the timestamp cannot be read');
  const place = placeOf(
    typeof coords.latitude === 'number' ? coords.latitude : null,
    typeof coords.longitude === 'number' ? coords.longitude : null,
  );
  const isPlace = place.latitudeDeg !== null;
  const speedMs = known(coords.speed);
  const level = known(battery.level);
  const rest: Record<string, AttributeValue> = {};
  const keep = (name: string, value: unknown) => {
    if (['string', 'number', 'boolean'].includes(typeof value))
      rest[name] = value as AttributeValue;
  };
  keep('accuracy', known(coords.accuracy) ?? undefined);
  keep('event', location.event);
  keep('motion', location.is_moving);
  keep('charge', battery.is_charging);
  keep('activity', object(location.activity).type);
  keep('mock', location.mock);
  const extras = object(location.extras);
  for (const [name, value] of Object.entries(extras)) keep(name, value);
  return report(deviceId, {
    timeMs,
    fixValid: isPlace,
    ...place,
    altitudeM: typeof coords.altitude === 'number' ? coords.altitude : null,
    speedKmh: speedMs === null || speedMs < 0 ? null : finite(speedMs * KMH_PER_MS),
    headingDeg: heading(known(coords.heading)),
    odometerM: known(location.odometer),
    batteryPercent: level === null ? null : finite(level * 100),
    events: alarmEvents(location.alarm ?? extras.alarm),
    attributes: rest,
  });
}

/** Decodes a report in the OsmAnd format (query or form body) or the newer JSON format. Never throws. */
export function decodePhoneRequest({ query, contentType, body }: PhoneRequest): PhoneReport {
  const text = query.includes('?')
    ? query.slice(query.indexOf('?') + 1)
    : query.startsWith('/')
      ? ''
      : query;
  const parameters = new URLSearchParams(text);
  if (contentType.includes('json')) {
    const report = fromJson(body);
    return report.kind === 'bad' && parameters.size > 0 ? fromParameters(parameters) : report;
  }
  return fromParameters(parameters.size > 0 ? parameters : new URLSearchParams(body));
}
