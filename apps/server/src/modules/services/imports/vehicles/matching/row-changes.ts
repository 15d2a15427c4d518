import { type BodyOf, contract } from '@roadworthy/contract';
import type { UploadFields } from '../../../../../platform/db/index.ts';
import {
  dayOf,
  isSameName,
  namesIn,
  shown,
  yesOrNo,
} from '../../reading/imports-reading-values.ts';
import type { RowError } from '../rows/row-form.ts';
import type { Names } from './imports-vehicles-matching-names.ts';
import { energyOfWord, kindOfWord, typeOfWord } from './imports-vehicles-matching-words.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** Values of a vehicle from a row; empty cells are missing. */
export type RowChanges = { -readonly [Field in keyof Body]?: Body[Field] };

/** Values from a row, and errors for unknown names. */
interface ReadRow {
  readonly changes: RowChanges;
  readonly errors: RowError[];
}

const LISTS = [
  ['livery_category', 'livery', 'upload.row.livery'],
  ['contract_type', 'contract_type', 'upload.row.contractType'],
  ['lease_company', 'lease_company', 'upload.row.leaseCompany'],
] as const;

const unknown = (key: RowError['key'], cell: string): RowError => ({
  key,
  values: { cell: shown(cell) },
});

/** `vehicle_type` accepts a type of vehicle, a kind of asset or a type of energy: people use it for all. */
function readType({ vehicle_type, energy }: UploadFields, { changes, errors }: ReadRow): void {
  if (vehicle_type !== undefined) {
    const type = typeOfWord(vehicle_type);
    const runsOn = energyOfWord(vehicle_type);
    const asset = kindOfWord(vehicle_type);
    if (type !== undefined) changes.type = type;
    else if (runsOn !== undefined) changes.vehicle_type = runsOn;
    else if (asset !== undefined) changes.kind = asset;
    else errors.push(unknown('upload.row.type', vehicle_type));
  }
  if (energy === undefined) return;
  const runsOn = energyOfWord(energy);
  if (runsOn === undefined) errors.push(unknown('upload.row.energy', energy));
  else changes.vehicle_type = runsOn;
}

function readKind({ asset_kind: kind }: UploadFields, { changes, errors }: ReadRow): void {
  if (kind === undefined) return;
  const known = kindOfWord(kind);
  if (known === undefined) errors.push(unknown('upload.row.kind', kind));
  else changes.kind = known;
}

const { gross_weight_kg: weight } = contract.vehicles.create.body.shape;

/** The weights on the plate, and whether the vehicle is used in international haulage. */
function readHaulage(fields: UploadFields, { changes, errors }: ReadRow): void {
  for (const field of ['gross_weight_kg', 'train_weight_kg'] as const) {
    const cell = fields[field];
    if (cell === undefined) continue;
    const kg = weight.safeParse(/^\d{1,6}$/.test(cell) ? Number(cell) : cell);
    if (kg.success) changes[field] = kg.data;
    else errors.push(unknown('upload.row.weight', cell));
  }
  const { is_international_haulage: haulage } = fields;
  if (haulage === undefined) return;
  const is = yesOrNo(haulage);
  if (is === null) errors.push(unknown('upload.row.yesOrNo', haulage));
  else changes.is_international_haulage = is;
}

function readModel(
  { manufacturer, model }: UploadFields,
  names: Names,
  { changes, errors }: ReadRow,
): void {
  const maker = manufacturer === undefined ? undefined : names.entry('manufacturer', manufacturer);
  if (manufacturer !== undefined && maker === undefined) {
    errors.push(unknown('upload.row.manufacturer', manufacturer));
    return;
  }
  if (model === undefined) {
    if (manufacturer !== undefined) errors.push({ key: 'upload.row.noModel' });
    return;
  }
  const [found, another] = names.models(model, maker);
  if (found === undefined) errors.push(unknown('upload.row.model', model));
  else if (another !== undefined) errors.push(unknown('upload.row.modelOfMany', model));
  else {
    changes.manufacturer_model = found.id;
    if (changes.type === undefined && found.type !== null) changes.type = found.type;
  }
}

function readDepots(
  { region, depot }: UploadFields,
  names: Names,
  { changes, errors }: ReadRow,
): void {
  if (depot === undefined) {
    if (region !== undefined) errors.push({ key: 'upload.row.noDepot' });
    return;
  }
  // A name may contain a comma.
  const wanted = names.depot(depot) === undefined ? namesIn(depot) : [depot];
  const ids: number[] = [];
  for (const name of wanted) {
    const found = names.depot(name);
    if (found === undefined) errors.push(unknown('upload.row.depot', name));
    else if (region !== undefined && !isSameName(region, found.region)) {
      const values = { cell: shown(name), region: shown(region) };
      errors.push({ key: 'upload.row.region', values });
    } else ids.push(found.id);
  }
  changes.vehicle_groups = ids;
}

/**
 * Converts a row to values of the vehicle form. Names that are not in the customer's lists, and
 * depots that are not visible, are errors.
 *
 * @param trackers the ids of the customer's devices by their numbers
 */
export function readRow(
  fields: UploadFields,
  names: Names,
  trackers: ReadonlyMap<string, number>,
): ReadRow {
  const read: ReadRow = { changes: {}, errors: [] };
  const { changes, errors } = read;
  if (fields.vin !== undefined) changes.vin = fields.vin.trim().toUpperCase();
  const day = fields.first_registered_on === undefined ? null : dayOf(fields.first_registered_on);
  if (day !== null) changes.first_registered_on = day;
  readType(fields, read);
  readModel(fields, names, read);
  readKind(fields, read);
  readHaulage(fields, read);
  readDepots(fields, names, read);
  if (fields.identifiers !== undefined) changes.identifiers = namesIn(fields.identifiers);
  for (const [field, kind, key] of LISTS) {
    const cell = fields[field];
    if (cell === undefined) continue;
    const id = names.entry(kind, cell);
    if (id === undefined) errors.push(unknown(key, cell));
    else changes[field] = id;
  }
  if (fields.tracker !== undefined) {
    changes.trackers = namesIn(fields.tracker).flatMap((number) => {
      const id = trackers.get(number);
      if (id === undefined) errors.push(unknown('upload.row.tracker', number));
      return id === undefined ? [] : [id];
    });
  }
  return read;
}
