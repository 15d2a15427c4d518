import { hash } from 'node:crypto';
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
  /** 64 bits over tracker and content, as a signed decimal: the repeat of a record has the same. */
  readonly digest: string;
  readonly record: DeviceRecord;
  /** The attributes as JSON text, or null when there are none. */
  readonly attributes: string | null;
  readonly eventCodes: readonly number[];
}

/** A number PostgreSQL takes, or null: NaN and infinities are what a device did not say. */
export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** JSON text that PostgreSQL's jsonb takes: it refuses NUL and lone surrogates, which devices send. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/\\u(0000|d[89a-f][0-9a-f]{2})/gi, '\\ufffd');
}

function attributesText(record: DeviceRecord): string | null {
  const text = jsonText(record.attributes);
  return text === '{}' ? null : text;
}

function within(value: number | null, low: number, high: number): number | null {
  const number = finite(value);
  return number !== null && number >= low && number <= high ? number : null;
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
    altitudeM: finite(record.altitudeM),
    speedKmh: within(record.speedKmh, 0, 1000),
    headingDeg: within(record.headingDeg, 0, 360),
    satellites: within(record.satellites, 0, 32_767),
    odometerM: within(record.odometerM, 0, 1e12),
    externalVoltageV: finite(record.externalVoltageV),
    batteryVoltageV: finite(record.batteryVoltageV),
    batteryPercent: finite(record.batteryPercent),
    temperatureC: finite(record.temperatureC),
    driverTag: record.driverTag?.replaceAll('\0', '').slice(0, 64) ?? null,
  };
}

/**
 * Makes the row of a record.
 *
 * @param arrivedMs time of arrival, used where the device sent no time
 */
export function positionRow(owner: Owner, decoded: DeviceRecord, arrivedMs: number): PositionRow {
  const record = sound(decoded);
  const timeMs = record.timeMs ?? arrivedMs;
  const attributes = attributesText(record);
  const eventCodes = record.events
    .filter((event) => event.active !== false)
    .map(({ code }) => code);
  const { latitudeDeg, longitudeDeg, speedKmh, headingDeg, ignition, odometerM, altitudeM } =
    record;
  const content = `${owner.trackerId}|${timeMs}|${latitudeDeg}|${longitudeDeg}|${altitudeM}|${speedKmh}|${headingDeg}|${ignition}|${odometerM}|${record.externalVoltageV}|${record.batteryVoltageV}|${record.batteryPercent}|${record.temperatureC}|${record.driverTag}|${record.fixValid}|${eventCodes}|${attributes}`;
  const digest = hash('sha1', content, 'buffer').readBigInt64BE(0).toString();
  return { ...owner, timeMs, digest, record, attributes, eventCodes };
}
