import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type AssetKind,
  defaultKind,
  isLightKind,
  isTrailer,
  kindFits,
  type VehicleType,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import type { Chosen } from '../../ui/pickers/kind.ts';

export type Vehicle = AnswerOf<typeof contract.vehicles.read>;

/** Form values of a vehicle (requirement O-P04). */
export interface VehicleDraft {
  /** Customer of a new vehicle; null for the user's customer. */
  readonly customer: number | null;
  readonly registration: string;
  readonly vin: string;
  readonly type: VehicleType;
  readonly vehicle_type: number;
  readonly first_registered_on: string;
  readonly kind: AssetKind | null;
  /** Numbers as typed. */
  readonly axles: string;
  readonly axle_weights_kg: string;
  readonly gross_weight_kg: string;
  readonly train_weight_kg: string;
  readonly trailer_number: string;
  /** As typed, separated by commas. */
  readonly identifiers: string;
  readonly owner: string;
  readonly is_international_haulage: boolean;
  readonly manufacturer_model: number | null;
  readonly livery_category: number | null;
  readonly contract_type: number | null;
  readonly lease_company: number | null;
  readonly trackers: readonly Chosen[];
  readonly vehicle_groups: readonly Chosen[];
  readonly schedule_types: readonly Chosen[];
  readonly repairer: Chosen | null;
  readonly driver: Chosen | null;
}

const named = (ids: readonly number[], names: readonly string[]): Chosen[] =>
  ids.map((id, n) => ({ id, name: names[n] ?? String(id) }));
const one = (id: number | null, name: string | null): Chosen | null =>
  id === null ? null : { id, name: name ?? String(id) };

/** Initial form values, of an existing vehicle or a new one. */
export function vehicleDraft(vehicle: Vehicle | null): VehicleDraft {
  return {
    customer: null,
    registration: vehicle?.registration ?? '',
    vin: vehicle?.vin ?? '',
    type: vehicle?.type ?? 'VAN',
    vehicle_type: vehicle?.vehicle_type.id ?? 1,
    first_registered_on: vehicle?.first_registered_on ?? '',
    kind: vehicle?.kind ?? null,
    axles: String(vehicle?.axles ?? ''),
    axle_weights_kg: (vehicle?.axle_weights_kg ?? []).join(', '),
    gross_weight_kg: String(vehicle?.gross_weight_kg ?? ''),
    train_weight_kg: String(vehicle?.train_weight_kg ?? ''),
    trailer_number: vehicle?.trailer_number ?? '',
    identifiers: (vehicle?.identifiers ?? []).join(', '),
    owner: vehicle?.owner ?? '',
    is_international_haulage: vehicle?.is_international_haulage ?? false,
    manufacturer_model: vehicle?.manufacturer_model?.id ?? null,
    livery_category: vehicle?.livery_category?.id ?? null,
    contract_type: vehicle?.contract_type ?? null,
    lease_company: vehicle?.lease_company ?? null,
    trackers: (vehicle?.trackers ?? []).map(({ id, tracker }) => ({ id, name: tracker })),
    vehicle_groups: named(vehicle?.vehicle_groups ?? [], vehicle?.names.vehicle_groups ?? []),
    schedule_types: named(vehicle?.schedule_types ?? [], vehicle?.names.schedule_types ?? []),
    repairer: one(vehicle?.repairer ?? null, vehicle?.names.repairer ?? null),
    driver: one(vehicle?.driver ?? null, vehicle?.names.driver ?? null),
  };
}

const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id);

const NUMBERS = ['axles', 'gross_weight_kg', 'train_weight_kg'] as const;
const weightTexts = (text: string): string[] => text.split(/[,;]\s*/).map((one) => one.trim());
const isWhole = (text: string): boolean => /^\s*\d{1,6}\s*$/.test(text);
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Errors of the plated values: numbers that cannot be read. */
export function plateFaults(draft: VehicleDraft, t: TFunction): Record<string, readonly string[]> {
  const faults: Record<string, readonly string[]> = {};
  for (const name of NUMBERS) {
    if (draft[name].trim() !== '' && !isWhole(draft[name]))
      faults[name] = [t('vehicles.wholeNumber')];
  }
  const weights = draft.axle_weights_kg;
  if (weights.trim() !== '' && !weightTexts(weights).every(isWhole)) {
    faults.axle_weights_kg = [t('vehicles.axleWeightsFault')];
  }
  const isMassKnown = `${draft.gross_weight_kg}${draft.train_weight_kg}`.trim() !== '';
  if (isHaulageDraft(draft) && !isMassKnown) faults.gross_weight_kg = [t('vehicles.haulageMass')];
  return faults;
}

const listed = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The kind of the form: the chosen one if it fits the type, else that of the type. */
export const draftKind = ({ kind, type }: Pick<VehicleDraft, 'kind' | 'type'>): AssetKind =>
  kind !== null && kindFits(type, kind) ? kind : defaultKind(type);

/** Whether the form is one of a trailer. */
export const isTrailerDraft = (draft: Pick<VehicleDraft, 'kind' | 'type'>): boolean =>
  isTrailer(draftKind(draft));

/** Whether the form says that a car or van is used in international haulage. */
const isHaulageDraft = (
  draft: Pick<VehicleDraft, 'kind' | 'type' | 'is_international_haulage'>,
): boolean => draft.is_international_haulage && isLightKind(draftKind(draft));

/** The request body; empty texts become null. */
export function vehicleBody({ customer, ...draft }: VehicleDraft) {
  return {
    ...draft,
    // A kind of the earlier type gives way to the one of the new type.
    kind: draft.kind !== null && kindFits(draft.type, draft.kind) ? draft.kind : null,
    ...(customer === null ? {} : { customer }),
    vin: draft.vin.trim() === '' ? null : draft.vin,
    first_registered_on: draft.first_registered_on === '' ? null : draft.first_registered_on,
    axles: numberOf(draft.axles),
    axle_weights_kg:
      draft.axle_weights_kg.trim() === '' ? null : weightTexts(draft.axle_weights_kg).map(Number),
    gross_weight_kg: numberOf(draft.gross_weight_kg),
    train_weight_kg: numberOf(draft.train_weight_kg),
    is_international_haulage: isHaulageDraft(draft),
    identifiers: isTrailerDraft(draft) ? listed(draft.identifiers) : [],
    trackers: idsOf(draft.trackers),
    vehicle_groups: idsOf(draft.vehicle_groups),
    schedule_types: idsOf(draft.schedule_types),
    repairer: draft.repairer?.id ?? null,
    driver: draft.driver?.id ?? null,
  };
}
