import { EVENT } from '@roadworthy/domain';
import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceEvent, DeviceRecord } from '../record.ts';
import { newRecordDraft, type RecordDraft } from '../record-draft.ts';

/** A record while its fields are read. */
export interface Draft extends RecordDraft {
  readonly events: DeviceEvent[];
  /** When the record was made, and when the place was measured. */
  recordMs: number | null;
  fixMs: number | null;
}

export const newDraft = (): Draft => ({
  ...newRecordDraft(),
  events: [],
  recordMs: null,
  fixMs: null,
});

/** Reasons of a record with their events. */
const REASONS: Readonly<Record<number, number>> = {
  12: EVENT.harshBraking,
  13: EVENT.harshAcceleration,
  14: EVENT.harshCornering,
  18: EVENT.overSpeed,
  20: EVENT.towing,
  23: EVENT.collision,
  29: EVENT.tampering,
  44: EVENT.geofenceEntered,
  45: EVENT.geofenceLeft,
};

export function readReason({ attributes, events }: Draft, reason: number): void {
  attributes.event = reason;
  const code = REASONS[reason];
  if (code !== undefined) events.push({ code, kind: 'pulse' });
}

const KMH_PER_CMS = 0.036;

/** A speed in cm/s as km/h. */
export const speedOf = (cms: number): number => Math.round(cms * KMH_PER_CMS * 1e3) / 1e3;

/** Bits of the status (connector's description). */
const IN_TRIP = 0x01;
const BATTERY_GOOD = 0x02;
const TAMPERED = 0x40;

/** Inputs (bit 0 is the ignition) and outputs. */
export function readPorts({ values, attributes }: Draft, inputs: number, outputs: number): void {
  values.ignition = (inputs & 1) === 1;
  attributes.inputs = inputs;
  attributes.outputs = outputs;
}

/** Inputs, outputs and the status of a telematics device. */
export function readStates(draft: Draft, inputs: number, outputs: number, status: number): void {
  const { attributes, events } = draft;
  readPorts(draft, inputs, outputs);
  attributes.status = status;
  attributes.inTrip = (status & IN_TRIP) !== 0;
  events.push(
    { code: EVENT.lowBattery, kind: 'state', active: (status & BATTERY_GOOD) === 0 },
    { code: EVENT.tampering, kind: 'state', active: (status & TAMPERED) !== 0 },
  );
}

/** An analogue value by its number; the first five have the same meaning in all devices. */
export function readAnalogue({ values, attributes }: Draft, number: number, value: number): void {
  switch (number) {
    case 1:
      values.batteryVoltageV = value / 1000;
      break;
    case 2:
      values.externalVoltageV = value / 100;
      break;
    case 3:
      attributes.deviceTemperatureC = value / 100;
      break;
    case 4:
      attributes.mobileSignal = value;
      break;
    case 5:
      attributes.solarPanelV = value / 1000;
      break;
    default:
      attributes[`analogue${number}`] = value;
  }
}

const FULL_CIRCLE_DEG = 360;

/** The record: with a fix its time is that of the fix, otherwise that of the record. */
export function toDeviceRecord({
  values,
  attributes,
  events,
  recordMs,
  fixMs,
}: Draft): DeviceRecord {
  const fixValid = values.fixValid && values.latitudeDeg !== null;
  const { headingDeg } = values;
  return inPhysicalRange({
    ...values,
    timeMs: fixValid ? (fixMs ?? recordMs) : (recordMs ?? fixMs),
    fixValid,
    altitudeM: fixValid ? values.altitudeM : null,
    headingDeg: fixValid && headingDeg !== null ? headingDeg % FULL_CIRCLE_DEG : null,
    events,
    attributes,
  });
}
