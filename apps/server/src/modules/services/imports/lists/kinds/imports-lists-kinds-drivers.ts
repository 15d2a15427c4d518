import { contract } from '@roadworthy/contract';
import {
  type DriverRow,
  DriversService,
  keptDrivers,
  lockDrivers,
} from '../../../../core/drivers/index.ts';
import { plainRegistration } from '../../reading/imports-reading-values.ts';
import { driversLike, entriesNamed, vehiclesRegistered } from '../imports-lists.repository.ts';
import { dayOfCell, shownDay } from '../imports-lists-cells.ts';
import {
  type AddError,
  type Candidate,
  type Cells,
  type Draft,
  type ErrorKey,
  formOf,
  type ImportContext,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { byText, choosable, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.drivers.create;

/** Numbers that distinguish people with the same name, and their columns in a driver's row. */
const NUMBERS = {
  licence_number: 'licence_number',
  driver_id: 'tag_number',
  rfid_number: 'rfid_number',
  tachograph_card_number: 'tachograph_card_number',
} as const satisfies Record<string, keyof DriverRow>;
const NUMBER_FIELDS = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];
const DAYS = ['licence_expires_on', 'tachograph_card_expires_on', 'cpc_expires_on'] as const;
/** Texts that are copied to the form unchanged. */
const TEXTS = ['surname', 'first_name', 'email', 'phone', 'cpc_card_number', ...NUMBER_FIELDS];

const HELD = {
  isNumber: true,
  wrong: 'import.row.number',
  refused: 'import.row.numberHeld',
} as const;

const nameOf = ({ first_name = '', surname = '' }: Cells) => `${first_name} ${surname}`.trim();
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The current form values of a driver. */
const draftOf = (row: DriverRow): Draft => ({
  first_name: row.first_name,
  surname: row.surname,
  email: row.email,
  phone: row.phone,
  driver_id: row.tag_number,
  rfid_number: row.rfid_number,
  tachograph_card_number: row.tachograph_card_number,
  tachograph_card_expires_on: row.tachograph_card_expires_on,
  licence_number: row.licence_number,
  licence_categories: row.licence_categories,
  licence_expires_on: row.licence_expires_on,
  cpc_card_number: row.cpc_card_number,
  cpc_expires_on: row.cpc_expires_on,
  category: row.category_id,
  vehicle: row.vehicle,
  user: row.user,
});

function candidateOf(row: DriverRow, { viewer, display }: ImportContext): Candidate {
  return {
    id: row.id,
    isArchived: row.archived,
    form: formOf(body, draftOf(row), ({ db }, filled) =>
      new DriversService(db).change(viewer, row.id, filled),
    ),
    shown: {
      category: row.category_name ?? undefined,
      vehicle: row.vehicle_registration ?? undefined,
      ...Object.fromEntries(DAYS.map((field) => [field, shownDay(row[field], display)])),
    },
  };
}

/** Whether a driver with the name of a row may match: no number contradicts it. */
function mayMatch(row: DriverRow, cells: Cells): boolean {
  return NUMBER_FIELDS.every((field) => {
    const [value, known] = [cells[field], row[NUMBERS[field]]];
    return value === undefined || known === null || isSame(value, known);
  });
}

/** Whether a number of the row is the driver's. */
const sharesNumber = (row: DriverRow, cells: Cells): boolean =>
  NUMBER_FIELDS.some((field) => isSame(cells[field] ?? '', row[NUMBERS[field]] ?? '\0'));

/**
 * Drivers that a row may refer to: by licence; else by name and a number; else by name if no number
 * differs.
 */
function matchingDrivers(
  cells: Cells,
  ofLicence: readonly DriverRow[],
  ofName: readonly DriverRow[],
): readonly DriverRow[] {
  if (ofLicence.length > 0) return ofLicence;
  const numbered = ofName.filter((row) => sharesNumber(row, cells));
  return numbered.length > 0 ? numbered : ofName.filter((row) => mayMatch(row, cells));
}

/** The form field of a name in a cell; empty if the cell is. */
function idOf(
  cell: string | undefined,
  find: (cell: string) => number | undefined,
  field: string,
  unknown: ErrorKey,
  addError: AddError,
): Draft {
  if (cell === undefined) return {};
  const id = find(cell);
  if (id === undefined) addError(field, unknown);
  return { [field]: id };
}

/** Drivers (O-20), matched by licence, or by name and any of their numbers. */
export const DRIVERS: ImportKind = {
  title: 'administration.list.drivers',
  columns: [
    {
      field: 'surname',
      heading: 'report.column.surname',
      others: ['lastname', 'familyname', 'sobrenome'],
      isNeeded: true,
      wrong: 'import.row.name',
    },
    {
      field: 'first_name',
      heading: 'report.column.firstName',
      others: ['givenname', 'forename', 'nome'],
      isNeeded: true,
      wrong: 'import.row.name',
    },
    { field: 'category', heading: 'report.column.category', refused: 'import.row.entry' },
    {
      field: 'vehicle',
      heading: 'report.column.vehicle',
      others: ['registration', 'matricula'],
      refused: 'import.row.ownVehicle',
    },
    { field: 'email', heading: 'report.column.email', wrong: 'import.row.email' },
    {
      field: 'phone',
      heading: 'report.column.phone',
      others: ['phone', 'mobile', 'telemovel'],
      wrong: 'import.row.phone',
    },
    { field: 'driver_id', heading: 'report.column.ibutton', others: ['tag'], ...HELD },
    { field: 'rfid_number', heading: 'report.column.rfid', others: ['rfid'], ...HELD },
    {
      field: 'licence_number',
      heading: 'report.column.licence',
      others: ['licence', 'license', 'licensenumber', 'carta'],
      isNumber: true,
      wrong: 'import.row.number',
    },
    {
      field: 'licence_categories',
      heading: 'report.column.licenceCategories',
      wrong: 'import.row.licenceCategories',
    },
    { field: 'licence_expires_on', heading: 'report.column.licenceExpires' },
    { field: 'tachograph_card_number', heading: 'report.column.tachographCard', ...HELD },
    { field: 'tachograph_card_expires_on', heading: 'report.column.tachographCardExpires' },
    {
      field: 'cpc_card_number',
      heading: 'report.column.cpcCard',
      isNumber: true,
      wrong: 'import.row.number',
    },
    { field: 'cpc_expires_on', heading: 'report.column.cpcExpires' },
  ],
  nameOf,
  keyOf: (cells) =>
    cells.licence_number !== undefined
      ? `licence ${cells.licence_number.toLowerCase()}`
      : cells.surname === undefined
        ? null
        : [nameOf(cells), ...NUMBER_FIELDS.map((field) => cells[field] ?? '')]
            .join('|')
            .toLowerCase(),
  open: async (context, rows) => {
    const { trx, viewer, customerId, display } = context;
    const like = { licences: valuesIn(rows, 'licence_number'), names: rows.map(nameOf) };
    const ids = await driversLike(trx, viewer, customerId, like);
    await lockDrivers(trx, ids);
    const known = await keptDrivers(trx, viewer, ids);
    const ofLicence = byText(known, ({ licence_number: number }) => number);
    const ofName = byText(known, ({ first_name, surname }) => nameOf({ first_name, surname }));
    const categories = valuesIn(rows, 'category');
    const category = choosable(await entriesNamed(trx, customerId, 'driver_category', categories));
    const plates = valuesIn(rows, 'vehicle').map(plainRegistration);
    const vehicles = await vehiclesRegistered(trx, viewer, customerId, plates);
    const vehicle = (cell: string) => vehicles.get(plainRegistration(cell));
    return {
      candidates: (cells) => {
        const found = matchingDrivers(
          cells,
          cells.licence_number === undefined ? [] : ofLicence(cells.licence_number),
          ofName(nameOf(cells)),
        );
        return found.map((row) => candidateOf(row, context));
      },
      fresh: formOf(body, {}, ({ db }, filled) => new DriversService(db).create(viewer, filled)),
      read: (cells, addError) => {
        const texts = TEXTS.flatMap((field) =>
          cells[field] === undefined ? [] : [[field, cells[field]]],
        );
        const days = DAYS.flatMap((field) => {
          const { [field]: cell } = cells;
          if (cell === undefined) return [];
          const day = dayOfCell(cell, display);
          if (day === null) {
            addError(field, 'import.row.date', { example: shownDay('2030-05-31', display) ?? '' });
          }
          return [[field, day]];
        });
        const { licence_categories: categoriesCell } = cells;
        return {
          ...Object.fromEntries([...texts, ...days]),
          ...(categoriesCell === undefined
            ? {}
            : { licence_categories: categoriesCell.split(/[\s,;]+/).filter((one) => one !== '') }),
          ...idOf(cells.category, category, 'category', 'import.row.entry', addError),
          ...idOf(cells.vehicle, vehicle, 'vehicle', 'import.row.vehicle', addError),
        };
      },
    };
  },
};
