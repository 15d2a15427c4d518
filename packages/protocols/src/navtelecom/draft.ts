import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceRecord } from '../record.ts';
import { newRecordDraft, type RecordDraft } from '../record-draft.ts';

/** A record while its fields are read. */
export interface Draft extends RecordDraft {
  /** When the record was made. */
  eventMs: number | null;
  /** When the place was last measured. */
  fixMs: number | null;
}

export const newDraft = (): Draft => ({
  ...newRecordDraft(),
  eventMs: null,
  fixMs: null,
});

/** Coordinates are in ten-thousandths of a minute. */
export const UNITS_PER_DEGREE = 600_000;
const IS_VALID = 2;
const SATELLITES_SHIFT = 2;

/** The state of the receiver: bit 1 is a valid fix, the high bits count the satellites. */
export function readReceiver({ values }: Draft, state: number): void {
  values.fixValid = (state & IS_VALID) !== 0;
  values.satellites = state >> SATELLITES_SHIFT;
}

/** A distance in km as metres, both of single precision; null if the device sent no number. */
export function metresOf(km: number): number | null {
  const metres = Math.fround(km * 1000);
  return Number.isFinite(metres) && metres >= 0 ? metres : null;
}

/** A speed in km/h as sent; null if the device sent no number. */
export const speedOf = (speedKmh: number): number | null =>
  Number.isFinite(speedKmh) ? Math.round(speedKmh * 100) / 100 : null;

const NO_SENSOR_C = -128;

/** A thermometer, numbered from 1. */
export function readTemperature({ values, attributes }: Draft, number: number, degrees: number) {
  if (degrees === NO_SENSOR_C) return;
  attributes[`temperature${number}C`] = degrees;
  values.temperatureC ??= degrees;
}

const FULL_CIRCLE_DEG = 360;

/**
 * The record of the fields that were read. With a fix its time is that of the fix, otherwise that of
 * the event, because the place is older.
 */
export function toDeviceRecord({ values, attributes, eventMs, fixMs }: Draft): DeviceRecord {
  const fixValid = values.fixValid && values.latitudeDeg !== null;
  const { headingDeg } = values;
  return inPhysicalRange({
    ...values,
    timeMs: fixValid ? (fixMs ?? eventMs) : (eventMs ?? fixMs),
    fixValid,
    altitudeM: fixValid ? values.altitudeM : null,
    headingDeg:
      fixValid && headingDeg !== null && headingDeg <= FULL_CIRCLE_DEG
        ? headingDeg % FULL_CIRCLE_DEG
        : null,
    attributes,
  });
}
