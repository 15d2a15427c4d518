import { contract } from '@roadworthy/contract';
import { COST_CATEGORIES, type CostCategory } from '@roadworthy/domain';
import { productOf } from '../../../../../engines/fuel-cards/index.ts';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import {
  type CostRow,
  CostsService,
  costsWithoutReference,
  costsWithReference,
  enteredOf,
} from '../../../../features/costs/index.ts';
import { plainHeader } from '../../reading/imports-reading-headings.ts';
import { plainRegistration } from '../../reading/imports-reading-values.ts';
import { vehiclesRegistered } from '../imports-lists.repository.ts';
import { amountOfCell, dayOfCell, shownDay } from '../imports-lists-cells.ts';
import {
  type AddError,
  type Candidate,
  type Cells,
  type Draft,
  formOf,
  type ImportContext,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { valuesIn } from '../imports-lists-names.ts';
import { COST_COLUMNS } from './imports-lists-kinds-costs-columns.ts';

const { body } = contract.costs.create;

const LANGUAGES = ['en', 'pt'] as const;
const TEXTS = ['supplier', 'reference', 'note', 'place', 'product'] as const;
const DEGREES = ['lat', 'long'] as const;
const AMOUNTS = ['amount', 'litres', 'energy_kwh'] as const;
const DAYS = ['starts_on', 'ends_on'] as const;

/** The category of a word: its code, its name in both languages, or a product of a fuel card. */
export function categoryOfCell(cell: string, display: Display): CostCategory | null {
  const plain = plainHeader(cell);
  const found = COST_CATEGORIES.find(
    (category) =>
      category === plain ||
      LANGUAGES.some(
        (language) =>
          plainHeader(wordsOf({ ...display, language }, `costs.kind.${category}`)) === plain,
      ),
  );
  if (found !== undefined) return found;
  return productOf(cell) === null ? null : 'fuel';
}

const draftOf = (row: CostRow): Draft => ({
  vehicle: row.vehicle_id,
  ...enteredOf(row),
  lat: row.lat,
  long: row.long,
});

const candidateOf = (row: CostRow, { viewer }: ImportContext): Candidate => ({
  id: row.id,
  isArchived: false,
  form: formOf(body, draftOf(row), ({ db }, filled) =>
    new CostsService(db).change(viewer, row.id, filled),
  ),
});

function daysOf(cells: Cells, display: Display, addError: AddError): Draft {
  return Object.fromEntries(
    DAYS.flatMap((field) => {
      const cell = cells[field];
      if (cell === undefined) return [];
      // Fuel cards add the time of the transaction.
      const day = dayOfCell(cell.split(/[T ]/)[0] ?? cell, display);
      if (day === null) {
        addError(field, 'import.row.date', { example: shownDay('2030-05-31', display) ?? '' });
      }
      return [[field, day]];
    }),
  );
}

const TIME = /(?:^|[T ])(\d{1,2})[:.h](\d{2})(?:[:.]\d{2})?(?:\s*(am|pm))?\s*$/i;

/** The time of day in a cell, as HH:MM; null if it has none. */
export function timeOfCell(cell: string): string | null {
  const [, hour = '', minute = '', half = ''] = TIME.exec(cell.trim()) ?? [];
  if (hour === '') return null;
  const of12 = half === '' ? 0 : half.toLowerCase() === 'pm' ? 12 : -12;
  const hours = Number(hour) === 12 ? (of12 === -12 ? 0 : 12) : Number(hour) + Math.max(0, of12);
  if (hours > 23 || Number(minute) > 59) return null;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** The time of its own column, else that beside the day; and the coordinates. Only fuel has a time. */
function transactionOf(cells: Cells, isFuel: boolean, addError: AddError): Draft {
  const time = timeOfCell(cells.time ?? cells.starts_on ?? '');
  if (cells.time !== undefined && time === null) addError('time', 'import.row.time');
  const degrees = DEGREES.flatMap((field) => {
    const cell = cells[field];
    if (cell === undefined) return [];
    const value = amountOfCell(cell, 6);
    if (value === null) addError(field, 'import.row.degrees');
    return [[field, value]];
  });
  return {
    ...(time === null || !isFuel ? {} : { time }),
    ...Object.fromEntries(degrees),
  };
}

function categoryOf(cells: Cells, display: Display, addError: AddError): Draft {
  if (cells.category === undefined) {
    return cells.litres === undefined && cells.energy_kwh === undefined ? {} : { category: 'fuel' };
  }
  const category = categoryOfCell(cells.category, display);
  if (category === null) {
    const names = COST_CATEGORIES.map((one) => wordsOf(display, `costs.kind.${one}`)).join(', ');
    addError('category', 'import.row.costCategory', { names });
  }
  return { category };
}

const dayOfStart = (cell: string, display: Display): string | null =>
  dayOfCell(cell.split(/[T ]/)[0] ?? '', display);

/** The amount without VAT, of that with VAT, where the file has no column for it. */
function netOf({ amount, gross, vat }: Cells, addError: AddError): Draft {
  if (amount !== undefined || gross === undefined) return {};
  const [whole, tax] = [amountOfCell(gross), amountOfCell(vat ?? '')];
  if (whole === null) addError('gross', 'import.row.cost');
  if (vat === undefined) addError('vat', 'import.row.missing');
  else if (tax === null) addError('vat', 'import.row.cost');
  return whole === null || tax === null ? {} : { amount: Number((whole - tax).toFixed(2)) };
}

/** Amounts are not converted: a row in another currency is refused. */
function checkCurrency({ currency }: Cells, display: Display, addError: AddError): void {
  if (currency === undefined || currency.toUpperCase() === display.currency) return;
  addError('currency', 'import.row.currency', { currency: display.currency });
}

/** What distinguishes rows of a file. Without a reference, two equal purchases count as the same one. */
const WITH_REFERENCE = ['vehicle', 'supplier', 'reference', 'starts_on', 'category'] as const;
const WITHOUT_REFERENCE = [
  'vehicle',
  'supplier',
  'starts_on',
  'time',
  'category',
  'product',
  'place',
  'litres',
  'energy_kwh',
  'amount',
  'gross',
] as const;

/** Whether an entry without a reference is the purchase of a row: what the row does not name may be anything. */
function isSamePurchase(row: CostRow, cells: Cells): boolean {
  const net = cells.amount === undefined ? netOf(cells, () => undefined).amount : undefined;
  const isAmount = (field: (typeof AMOUNTS)[number]) =>
    cells[field] === undefined || amountOfCell(cells[field] ?? '') === row[field];
  const isText = (field: (typeof TEXTS)[number]) =>
    (cells[field] ?? row[field]).toLowerCase() === row[field].toLowerCase();
  const time = timeOfCell(cells.time ?? cells.starts_on ?? '');
  return (
    AMOUNTS.every(isAmount) &&
    (net === undefined || net === row.amount) &&
    (['supplier', 'place', 'product'] as const).every(isText) &&
    (time === null || row.time === null || time === row.time)
  );
}

/** Costs of vehicles, such as the transactions of fuel cards. A known reference changes its entry. */
export const COSTS: ImportKind = {
  access: contract.costs.create.access,
  wordOf: (field, value, display) =>
    field === 'category' ? wordsOf(display, `costs.kind.${value as CostCategory}`) : undefined,
  title: 'administration.list.costs',
  columns: COST_COLUMNS,
  refused: 'import.row.costFields',
  nameOf: ({ vehicle = '', starts_on = '' }) => `${vehicle} ${starts_on}`.trim(),
  keyOf: (cells) =>
    (cells.reference === undefined ? WITHOUT_REFERENCE : WITH_REFERENCE)
      .map((field) => cells[field] ?? '')
      .join('|')
      .toLowerCase(),
  open: async (context, rows) => {
    const { trx, viewer, customerId, display } = context;
    const plates = valuesIn(rows, 'vehicle').map(plainRegistration);
    const vehicles = await vehiclesRegistered(trx, viewer, customerId, plates);
    const known = await costsWithReference(trx, viewer, valuesIn(rows, 'reference'));
    const plain = rows.filter(({ reference }) => reference === undefined);
    const days = plain.flatMap(({ starts_on = '' }) => dayOfStart(starts_on, display) ?? []);
    const unnamed = await costsWithoutReference(trx, viewer, [...vehicles.values()], days);
    return {
      candidates: (cells) => {
        const { reference, supplier = '', vehicle = '', starts_on = '' } = cells;
        const day = dayOfStart(starts_on, display);
        const isOfVehicle = (row: CostRow) =>
          row.vehicle_id === vehicles.get(plainRegistration(vehicle)) && row.starts_on === day;
        const same =
          reference === undefined
            ? unnamed.filter((row) => isOfVehicle(row) && isSamePurchase(row, cells))
            : known.filter(
                (row) =>
                  row.reference.toLowerCase() === reference.toLowerCase() &&
                  row.supplier.toLowerCase() === supplier.toLowerCase() &&
                  isOfVehicle(row),
              );
        return same.map((row) => candidateOf(row, context));
      },
      fresh: formOf(body, {}, ({ db }, filled) => new CostsService(db).create(viewer, filled)),
      read: (cells, addError) => {
        const vehicle = vehicles.get(plainRegistration(cells.vehicle ?? ''));
        if (vehicle === undefined) addError('vehicle', 'import.row.vehicle');
        const category = categoryOf(cells, display, addError);
        const texts = TEXTS.flatMap((field) =>
          cells[field] === undefined ? [] : [[field, cells[field]]],
        );
        const amounts = AMOUNTS.flatMap((field) => {
          const cell = cells[field];
          if (cell === undefined) return [];
          const amount = amountOfCell(cell);
          if (amount === null) addError(field, 'import.row.cost');
          return [[field, amount]];
        });
        checkCurrency(cells, display, addError);
        return {
          ...Object.fromEntries([...texts, ...amounts]),
          ...netOf(cells, addError),
          ...daysOf(cells, display, addError),
          ...category,
          ...transactionOf(cells, category.category === 'fuel', addError),
          vehicle,
        };
      },
    };
  },
};
