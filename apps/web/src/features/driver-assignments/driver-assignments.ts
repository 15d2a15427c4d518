import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type DistanceUnit,
  HANDOVER_ITEMS,
  type HandoverItem,
  ODOMETER_LIMITS,
  type ReadingFinding,
  readingFinding,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { pathOf } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import type { Chosen } from '../../ui/pickers/kind.ts';
import { sendForm } from '../../ui/send-form.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { metresOf } from '../service-plans/service-plans.ts';

type Calls = typeof contract.driverAssignments;
export type AssignmentRow = AnswerOf<Calls['list']>['results'][number];
export type Assignment = AnswerOf<Calls['read']>;
export type Handover = Assignment['handovers'][number];
export type LastReading = Assignment['last_reading'];

/** Keys in the cache; the first is also the kind of the list. */
export const ASSIGNMENTS_KEY = 'driver_assignment';
export const OWN_ASSIGNMENTS_KEY = 'own-assignments';

/** The fields of a hand-over. The odometer is in the person's unit; texts are as typed. */
export interface SheetDraft {
  readonly odometer: string;
  readonly fill: string;
  readonly items: ReadonlySet<HandoverItem>;
  readonly damage: string;
  readonly remark: string;
  readonly photos: readonly File[];
}

export interface HandoverDraft extends SheetDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly driver: Chosen | null;
  /** Makes sending it again harmless. */
  readonly key: string;
}

export const emptySheet = (): SheetDraft => ({
  odometer: '',
  fill: '',
  items: new Set(HANDOVER_ITEMS.filter((item) => item !== 'charging_cable')),
  damage: '',
  remark: '',
  photos: [],
});

/** The errors that the browser can detect. */
export function checkSheet({ fill, odometer }: SheetDraft, t: TFunction): Faults {
  const percent = Number(fill);
  return {
    ...(odometer.trim() !== '' && !(Number(odometer) >= 0)
      ? { odometer: [t('driverAssignments.numberNeeded')] }
      : {}),
    ...(fill.trim() !== '' && !(Number.isInteger(percent) && percent >= 0 && percent <= 100)
      ? { fill: [t('driverAssignments.percentNeeded')] }
      : {}),
  };
}

/**
 * How a typed odometer contradicts the last reading of the vehicle, by the rule with which the server stores it; null if
 * it does not, and without an odometer or a reading.
 */
export function findingWhileTyping(
  text: string,
  unit: DistanceUnit,
  last: LastReading,
  nowMs: number,
): ReadingFinding | null {
  const value = metresOf(text, unit);
  if (value === null || last === null) return null;
  const before = { atMs: Date.parse(last.read_at), value: last.odometer };
  // The clock of a phone may be slow.
  const after = { atMs: Math.max(nowMs, before.atMs), value };
  return readingFinding(before, after, ODOMETER_LIMITS);
}

/** The values of a hand-over as a form sends them. */
export const sheetValues = (draft: SheetDraft, unit: DistanceUnit) => ({
  odometer: metresOf(draft.odometer, unit),
  fill: draft.fill.trim(),
  items: JSON.stringify(HANDOVER_ITEMS.map((item) => ({ item, is_there: draft.items.has(item) }))),
  damage: draft.damage.trim(),
  remark: draft.remark.trim(),
  photos: draft.photos,
});

/** The fields of a return by the driver. */
export interface ReturnDraft extends SheetDraft {
  readonly signed_by: string;
}

/** The values of a return by the driver as a form sends them, without the photographs. */
export function returnValues(draft: ReturnDraft, unit: DistanceUnit) {
  const { items: _items, photos: _photos, ...values } = sheetValues(draft, unit);
  return { ...values, signed_by: draft.signed_by.trim() };
}

/** Hands a vehicle over. */
export const sendHandover = (draft: HandoverDraft, unit: DistanceUnit): Promise<Assignment> =>
  sendForm(
    pathOf('driverAssignments', 'handOver'),
    {
      vehicle: draft.vehicle?.id ?? 0,
      driver: draft.driver?.id ?? 0,
      ...sheetValues(draft, unit),
    },
    { params: {}, key: draft.key },
  );
