import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type DistanceUnit,
  fromLocalMinute,
  type InspectionSheet,
  sheetOf,
  toApiDateTime,
  toLocalMinute,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { addressOf, callHeaders, pathOf } from '../../api/client.ts';
import { fetched } from '../../api/fetched.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { drawn } from '../../ui/signature-pad/drawn.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { type BrakeDraft, figuresOf, NO_BRAKES } from '../brake-tests/brake-test-draft.ts';

export const ITEM_RESULTS = ['ok', 'defect', 'repaired', 'not_applicable'] as const;
type ItemResult = (typeof ITEM_RESULTS)[number];

/** A tyre as typed; empty for a figure that was not measured. */
interface TyreDraft {
  readonly tread: string;
  readonly pressure: string;
}

/** What decides the sheet, the wheels and the brake figures of a vehicle. */
export type KnownVehicle = Pick<
  AnswerOf<(typeof contract)['brakeTests']['vehicle']>,
  'category' | 'kind' | 'limits' | 'tyre_positions'
>;

/** A safety inspection as typed. */
export interface InspectionDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly sheet: InspectionSheet | null;
  /** What the form needs to know of the vehicle; null until it is read. */
  readonly known: KnownVehicle | null;
  /** YYYY-MM-DDTHH:mm in the person's time zone. */
  readonly inspected_at: string;
  readonly inspector: string;
  readonly place: string;
  /** In the person's unit of distance. */
  readonly odometer: string;
  /** By the name of the item. */
  readonly results: Readonly<Record<string, ItemResult | null | undefined>>;
  readonly notes: Readonly<Record<string, string>>;
  /** Answers to the notes about faults, by the note. */
  readonly answers: Readonly<Record<number, string>>;
  /** By the position. */
  readonly tyres: Readonly<Record<string, TyreDraft>>;
  readonly brakes: BrakeDraft;
  readonly outcome: 'roadworthy' | 'not_roadworthy' | null;
  /** A data URL; null before signing. */
  readonly signature: string | null;
  readonly photos: readonly File[];
}

/** @param timeZone the person's, in which now is written */
export const emptyInspection = (timeZone: string | null): InspectionDraft => ({
  vehicle: null,
  sheet: null,
  known: null,
  inspected_at: toLocalMinute(Date.now(), timeZone),
  inspector: '',
  place: '',
  odometer: '',
  results: {},
  notes: {},
  answers: {},
  tyres: {},
  brakes: NO_BRAKES,
  outcome: null,
  signature: null,
  photos: [],
});

/** Errors that the browser can detect before the call. */
export function checkInspection(draft: InspectionDraft, t: TFunction): Faults {
  const { results, sheet } = draft;
  const found = missing(draft, ['vehicle', 'sheet', 'inspected_at', 'inspector', 'outcome'], t);
  const names = sheet === null ? [] : sheetOf(sheet).flatMap((one) => one.names);
  const open = names.filter((name) => results[name] == null).length;
  return open === 0 ? found : { ...found, items: [t('inspections.itemsOpen', { count: open })] };
}

const METRES = { MLS: 1609.344, KMS: 1000 } as const;
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** How the person writes distances and times. */
interface Display {
  readonly unit: DistanceUnit;
  readonly timeZone: string | null;
}

function bodyOf(
  draft: InspectionDraft,
  sheet: InspectionSheet,
  { category, tyre_positions: positions }: KnownVehicle,
  { unit, timeZone }: Display,
  declaration: string,
): FormData {
  const body = new FormData();
  const text = (name: string, value: string) => {
    if (value.trim() !== '') body.append(name, value.trim());
  };
  text('vehicle', String(draft.vehicle?.id ?? ''));
  text('inspected_at', toApiDateTime(fromLocalMinute(draft.inspected_at, timeZone)));
  text('inspector', draft.inspector);
  text('place', draft.place);
  const odometer = numberOf(draft.odometer);
  if (odometer !== null) text('odometer', String(Math.round(odometer * METRES[unit])));
  const items = sheetOf(sheet).flatMap(({ names, section }) =>
    names.map((name) => {
      const result = draft.results[name] ?? 'not_applicable';
      const note = draft.notes[name]?.trim() ?? '';
      return {
        section,
        name,
        result,
        note: note === '' ? null : note,
        repaired_by: result === 'repaired' ? draft.inspector.trim() : null,
      };
    }),
  );
  body.append('items', JSON.stringify(items));
  const tyres = positions.map((position) => ({
    position,
    tread_mm: numberOf(draft.tyres[position]?.tread ?? ''),
    pressure_kpa: numberOf(draft.tyres[position]?.pressure ?? ''),
  }));
  body.append('tyres', JSON.stringify(tyres));
  const brakes = figuresOf(draft.brakes, category);
  if (brakes !== null) body.append('brake_test', JSON.stringify(brakes));
  const answers = Object.entries(draft.answers).flatMap(([id, answer]) =>
    answer.trim() === '' ? [] : [{ id: Number(id), answer: answer.trim() }],
  );
  if (answers.length > 0) body.append('fault_notes', JSON.stringify(answers));
  body.append('is_roadworthy', String(draft.outcome === 'roadworthy'));
  body.append('declaration', declaration);
  if (draft.signature !== null) body.append('signature', drawn(draft.signature), 'signature.png');
  for (const photo of draft.photos) body.append('photos', photo, photo.name);
  return body;
}

/** Idempotency key of a draft, so that sending it again creates no duplicate. */
const keys = new WeakMap<InspectionDraft, string>();

/**
 * Sends an inspection. Sending the same draft again creates no duplicate.
 *
 * @throws ApiError with the errors by field, or with status 0 if the server is unreachable
 */
export async function sendInspection(
  draft: InspectionDraft,
  display: Display,
  declaration: string,
): Promise<void> {
  const { known, sheet, vehicle } = draft;
  if (known === null || sheet === null || vehicle === null) return;
  const key = keys.get(draft) ?? crypto.randomUUID();
  keys.set(draft, key);
  await fetched(addressOf(pathOf('inspections', 'create'), {}), {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': key, ...callHeaders() },
    body: bodyOf(draft, sheet, known, display, declaration),
  });
}
