import type { DeviceRecord } from '@roadworthy/protocols';

/** The tracker and vehicle of a device's records. */
export interface Owner {
  readonly trackerId: number;
  readonly customerId: number;
  readonly vehicleId: number;
}

/** A record on its way into the table `positions`. */
export interface PositionRow extends Owner {
  /** Device time; time of arrival if the device sent none. */
  readonly timeMs: number;
  /** 64 bits over tracker and content: a repeated record has the same. Set during encoding. */
  digest: bigint;
  readonly record: DeviceRecord;
  /** The attributes as JSON text, or null when there are none. */
  readonly attributes: string | null;
  readonly eventCodes: readonly number[];
  /** In private use: metres since the previous record. Null for every other row. */
  readonly privateLegM: number | null;
  /**
   * The implied speed in km/h if the position is not plausible; null for any other. Set when the
   * row is stored.
   */
  jumpKmh: number | null;
}

/** Beyond this no measured value is meaningful, and a four-byte column would lose it. */
const LIMIT = 1e6;

/**
 * JSON text that PostgreSQL's jsonb accepts: it refuses NUL and lone surrogates, which devices
 * send.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? text.replace(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd') : text;
}

function attributesText(record: DeviceRecord): string | null {
  const text = jsonText(record.attributes);
  return text === '{}' ? null : text;
}

/** The value, or null if the device did not send one: NaN, infinities and impossible values. */
function within(value: number | null, low: number, high: number): number | null {
  return value !== null && value >= low && value <= high ? value : null;
}

const whole = (value: number | null) => (value === null ? null : Math.round(value));

const fits = (value: number | null, low: number, high: number) =>
  value === null || (value >= low && value <= high);
const isWhole = (value: number | null, high: number) =>
  value === null || (Number.isInteger(value) && value >= 0 && value <= high);

/** Whether every number fits its column unchanged, which is true of nearly all records. */
function isSound(record: DeviceRecord): boolean {
  return (
    fits(record.latitudeDeg, -90, 90) &&
    fits(record.longitudeDeg, -180, 180) &&
    (record.latitudeDeg === null) === (record.longitudeDeg === null) &&
    (record.latitudeDeg !== null || !record.fixValid) &&
    fits(record.altitudeM, -LIMIT, LIMIT) &&
    fits(record.speedKmh, 0, 1000) &&
    isWhole(record.headingDeg, 360) &&
    isWhole(record.satellites, 32_767) &&
    fits(record.odometerM, 0, 1e12) &&
    fits(record.externalVoltageV, -LIMIT, LIMIT) &&
    fits(record.batteryVoltageV, -LIMIT, LIMIT) &&
    fits(record.batteryPercent, -LIMIT, LIMIT) &&
    fits(record.temperatureC, -LIMIT, LIMIT) &&
    record.driverTag === null
  );
}

/** A record whose numbers all fit their columns. */
function sound(record: DeviceRecord): DeviceRecord {
  const latitudeDeg = within(record.latitudeDeg, -90, 90);
  const longitudeDeg = within(record.longitudeDeg, -180, 180);
  const placed = latitudeDeg !== null && longitudeDeg !== null;
  return {
    ...record,
    latitudeDeg: placed ? latitudeDeg : null,
    longitudeDeg: placed ? longitudeDeg : null,
    fixValid: record.fixValid && placed,
    altitudeM: within(record.altitudeM, -LIMIT, LIMIT),
    speedKmh: within(record.speedKmh, 0, 1000),
    headingDeg: whole(within(record.headingDeg, 0, 360)),
    satellites: whole(within(record.satellites, 0, 32_767)),
    odometerM: within(record.odometerM, 0, 1e12),
    externalVoltageV: within(record.externalVoltageV, -LIMIT, LIMIT),
    batteryVoltageV: within(record.batteryVoltageV, -LIMIT, LIMIT),
    batteryPercent: within(record.batteryPercent, -LIMIT, LIMIT),
    temperatureC: within(record.temperatureC, -LIMIT, LIMIT),
    driverTag: record.driverTag?.replaceAll('\0', '').slice(0, 64) ?? null,
  };
}

const NONE: readonly number[] = [];

function activeCodes(record: DeviceRecord): number[] {
  return record.events.filter((event) => event.active !== false).map(({ code }) => code);
}

/**
 * Creates the row of a record.
 *
 * @param arrivedMs time of arrival, used if the device sent no time
 */
export function positionRow(owner: Owner, decoded: DeviceRecord, arrivedMs: number): PositionRow {
  const record = isSound(decoded) ? decoded : sound(decoded);
  const timeMs = record.timeMs ?? arrivedMs;
  const attributes = attributesText(record);
  const eventCodes = record.events.length === 0 ? NONE : activeCodes(record);
  return {
    trackerId: owner.trackerId,
    customerId: owner.customerId,
    vehicleId: owner.vehicleId,
    timeMs,
    digest: 0n,
    record,
    attributes,
    eventCodes,
    privateLegM: null,
    jumpKmh: null,
  };
}
