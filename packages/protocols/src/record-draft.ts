import { inPhysicalRange } from './physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from './record.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A record while its fields are read. */
export interface RecordDraft {
  readonly values: Mutable<DeviceRecord>;
  readonly attributes: Record<string, AttributeValue>;
}

export const newRecordDraft = (): RecordDraft => ({ values: { ...EMPTY_RECORD }, attributes: {} });

/** Sets the place, in degrees; two zeros mean that the device has none. */
export function setPlace({ values }: RecordDraft, latitudeDeg: number, longitudeDeg: number): void {
  const isNone = latitudeDeg === 0 && longitudeDeg === 0;
  Object.assign(values, isNone ? placeOf(null, null) : placeOf(latitudeDeg, longitudeDeg));
}

/** The record of a draft; altitude and heading count only with a valid fix. */
export function recordOfDraft({ values, attributes }: RecordDraft): DeviceRecord {
  const { fixValid } = values;
  return inPhysicalRange({
    ...values,
    altitudeM: fixValid ? values.altitudeM : null,
    headingDeg: fixValid ? values.headingDeg : null,
    attributes,
  });
}
