import type { DeviceMessage } from '../codec.ts';
import { inPhysicalRange } from '../physical-range.ts';
import type { DeviceRecord } from '../record.ts';

/** Records to store, without values outside their physical range. */
export const storing = (
  records: readonly DeviceRecord[],
  stored: Uint8Array | null = null,
): DeviceMessage => ({
  kind: 'records',
  records: records.map(inPhysicalRange),
  stored,
  failed: null,
});

/** A frame without the structure of its kind. */
export const STRUCTURE_FAULT: DeviceMessage = { kind: 'bad', reason: 'structure', answer: null };
