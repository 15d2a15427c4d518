import type { DeviceRecord } from '@roadworthy/protocols';

/** Where a device's records belong. */
export interface Owner {
  readonly trackerId: number;
  readonly customerId: number;
  readonly vehicleId: number;
}

/** A record on its way into the table `positions`. */
export interface PositionRow extends Owner {
  /** Device time; of arrival where the device sent none. */
  readonly timeMs: number;
  /** 64 bits over tracker and content: the repeat of a record has the same. Set when it is encoded. */
  digest: bigint;
  readonly record: DeviceRecord;
  /** The attributes as JSON text, or null when there are none. */
  readonly attributes: string | null;
  readonly eventCodes: readonly number[];
  /** Of private use: metres since the record before. Null for every other row. */
  readonly privateLegM: number | null;
  /**
   * The speed in km/h that the place implies where no vehicle can have got there; null for any other. Set
   * when it is stored.
   */
  jumpKmh: number | null;
}

/** Beyond this no measured value means anything, and a column of four bytes would lose it. */
const LIMIT = 1e6;

/** JSON text that PostgreSQL's jsonb takes: it refuses NUL and lone surrogates, which devices send. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? text.replace(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd') : text;
}

function attributesText(record: DeviceRecord): string | null {
  const text = jsonText(record.attributes);
  return text === '{}' ? null : text;
}

/** The value, or null for what a device did not say: NaN, infinities, and what cannot be. */
function within(value: number | null, low: number, high: number): number | null {
  return value !== null && value >= low && value <= high ? value : null;
}

const whole = (value: number | null) => (value === null ? null : Math.round(value));

const fits = (value: number | null, low: number, high: number) =>
  value === null || (value >= low && value <= high);
const isWhole = (value: number | null, high: number) =>
  value === null || (Number.isInteger(value) && value >= 0 && value <= high);

/** Whether every number fits its column as it is: so it is with nearly all records. */
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

/** A record whose every number fits its column. */
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
 * Makes the row of a record.
 *
 * @param arrivedMs time of arrival, used where the device sent no time
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
