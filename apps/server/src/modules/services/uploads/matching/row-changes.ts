import type { BodyOf, contract } from '@roadworthy/contract';
import type { UploadFields } from '../../../../platform/db/index.ts';
import { dayOf, namesIn, type RowFault, shown } from '../rows/row-form.ts';
import { isSameName, type Names } from './uploads-matching-names.ts';
import { energyOfWord, typeOfWord } from './uploads-matching-words.ts';

type Body = BodyOf<typeof contract.vehicles.create>;

/** What a row says of a vehicle; what it leaves empty is not there. */
export type RowChanges = { -readonly [Field in keyof Body]?: Body[Field] };

/** What a row says, and what of it nothing is known of. */
interface ReadRow {
  readonly changes: RowChanges;
  readonly faults: RowFault[];
}

const LISTS = [
  ['livery_category', 'livery', 'upload.row.livery'],
  ['contract_type', 'contract_type', 'upload.row.contractType'],
  ['lease_company', 'lease_company', 'upload.row.leaseCompany'],
] as const;

const unknown = (key: RowFault['key'], cell: string): RowFault => ({
  key,
  values: { cell: shown(cell) },
});

/** `vehicle_type` takes a type of vehicle, and what it runs on as well, as people mean both by it. */
function readType({ vehicle_type, energy }: UploadFields, { changes, faults }: ReadRow): void {
  if (vehicle_type !== undefined) {
    const type = typeOfWord(vehicle_type);
    const runsOn = energyOfWord(vehicle_type);
    if (type !== undefined) changes.type = type;
    else if (runsOn !== undefined) changes.vehicle_type = runsOn;
    else faults.push(unknown('upload.row.type', vehicle_type));
  }
  if (energy === undefined) return;
  const runsOn = energyOfWord(energy);
  if (runsOn === undefined) faults.push(unknown('upload.row.energy', energy));
  else changes.vehicle_type = runsOn;
}

function readModel(
  { manufacturer, model }: UploadFields,
  names: Names,
  { changes, faults }: ReadRow,
): void {
  const maker = manufacturer === undefined ? undefined : names.entry('manufacturer', manufacturer);
  if (manufacturer !== undefined && maker === undefined) {
    faults.push(unknown('upload.row.manufacturer', manufacturer));
    return;
  }
  if (model === undefined) {
    if (manufacturer !== undefined) faults.push({ key: 'upload.row.noModel' });
    return;
  }
  const [found, another] = names.models(model, maker);
  if (found === undefined) faults.push(unknown('upload.row.model', model));
  else if (another !== undefined) faults.push(unknown('upload.row.modelOfMany', model));
  else {
    changes.manufacturer_model = found.id;
    if (changes.type === undefined && found.type !== null) changes.type = found.type;
  }
}

function readDepots(
  { region, depot }: UploadFields,
  names: Names,
  { changes, faults }: ReadRow,
): void {
  if (depot === undefined) {
    if (region !== undefined) faults.push({ key: 'upload.row.noDepot' });
    return;
  }
  // A name may have a comma in it.
  const wanted = names.depot(depot) === undefined ? namesIn(depot) : [depot];
  const ids: number[] = [];
  for (const name of wanted) {
    const found = names.depot(name);
    if (found === undefined) faults.push(unknown('upload.row.depot', name));
    else if (region !== undefined && !isSameName(region, found.region)) {
      const values = { cell: shown(name), region: shown(region) };
      faults.push({ key: 'upload.row.region', values });
    } else ids.push(found.id);
  }
  changes.vehicle_groups = ids;
}

/**
 * What a row says of a vehicle, in the words of its form. Names that the lists of the customer do not
 * have, and depots out of sight, are faults.
 *
 * @param trackers the ids of the customer's devices by their numbers
 */
export function readRow(
  fields: UploadFields,
  names: Names,
  trackers: ReadonlyMap<string, number>,
): ReadRow {
  const read: ReadRow = { changes: {}, faults: [] };
  const { changes, faults } = read;
  if (fields.vin !== undefined) changes.vin = fields.vin.trim().toUpperCase();
  const day = fields.first_registered_on === undefined ? null : dayOf(fields.first_registered_on);
  if (day !== null) changes.first_registered_on = day;
  readType(fields, read);
  readModel(fields, names, read);
  readDepots(fields, names, read);
  for (const [field, kind, key] of LISTS) {
    const cell = fields[field];
    if (cell === undefined) continue;
    const id = names.entry(kind, cell);
    if (id === undefined) faults.push(unknown(key, cell));
    else changes[field] = id;
  }
  if (fields.tracker !== undefined) {
    changes.trackers = namesIn(fields.tracker).flatMap((number) => {
      const id = trackers.get(number);
      if (id === undefined) faults.push(unknown('upload.row.tracker', number));
      return id === undefined ? [] : [id];
    });
  }
  return read;
}
