import { contract } from '@roadworthy/contract';
import { COST_CATEGORIES, type CostCategory } from '@roadworthy/domain';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import {
  type CostRow,
  CostsService,
  costsWithReference,
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

const { body } = contract.costs.create;

/** Words of fuel cards for their products, beside the categories in both languages. */
const PRODUCTS = ['diesel', 'petrol', 'unleaded', 'adblue', 'electricity', 'gasoleo', 'gasolina'];
const LANGUAGES = ['en', 'pt'] as const;
const TEXTS = ['supplier', 'reference', 'note'] as const;
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
  return PRODUCTS.some((product) => plain.includes(product)) ? 'fuel' : null;
}

const draftOf = (row: CostRow): Draft => ({
  vehicle: row.vehicle_id,
  category: row.category,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  amount: row.amount,
  litres: row.litres,
  energy_kwh: row.energy_kwh,
  supplier: row.supplier,
  reference: row.reference,
  note: row.note,
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

/** Costs of vehicles, such as the transactions of fuel cards. A known reference changes its entry. */
export const COSTS: ImportKind = {
  title: 'administration.list.costs',
  columns: [
    {
      field: 'vehicle',
      heading: 'report.column.vehicle',
      others: ['registration', 'vehicleregistration', 'vehiclereg', 'reg', 'vrn', 'matricula'],
      isNeeded: true,
    },
    {
      field: 'starts_on',
      heading: 'report.column.start',
      others: ['date', 'transactiondate', 'invoicedate', 'data', 'datadatransacao'],
      isNeeded: true,
    },
    { field: 'ends_on', heading: 'report.column.end', others: ['to', 'ate'] },
    {
      field: 'amount',
      heading: 'report.column.amount',
      others: ['net', 'netamount', 'netvalue', 'nettotal', 'goodsvalue', 'valorliquido', 'valor'],
      isNeeded: true,
      wrong: 'import.row.cost',
    },
    {
      field: 'category',
      heading: 'report.column.category',
      others: ['product', 'productname', 'producttype', 'produto'],
      wrong: 'import.row.wrong',
    },
    {
      field: 'litres',
      heading: 'report.column.litres',
      others: ['quantity', 'volume', 'litros', 'quantidade'],
      wrong: 'import.row.cost',
    },
    {
      field: 'energy_kwh',
      heading: 'report.column.energyKwh',
      others: ['kwh', 'energy'],
      wrong: 'import.row.cost',
    },
    {
      field: 'supplier',
      heading: 'report.column.supplier',
      others: ['merchant', 'site', 'sitename', 'network', 'posto'],
      wrong: 'import.row.tooLong',
    },
    {
      field: 'reference',
      heading: 'report.column.reference',
      others: ['reference', 'transactionnumber', 'transactionid', 'receiptnumber', 'invoicenumber'],
      isNumber: true,
      wrong: 'import.row.tooLong',
      refused: 'import.row.costFields',
    },
    { field: 'note', heading: 'report.column.note', wrong: 'import.row.tooLong' },
  ],
  refused: 'import.row.costFields',
  nameOf: ({ vehicle = '', starts_on = '' }) => `${vehicle} ${starts_on}`.trim(),
  keyOf: (cells) =>
    cells.reference === undefined
      ? null
      : ['vehicle', 'supplier', 'reference', 'starts_on', 'category']
          .map((field) => cells[field] ?? '')
          .join('|')
          .toLowerCase(),
  open: async (context, rows) => {
    const { trx, viewer, customerId, display } = context;
    const plates = valuesIn(rows, 'vehicle').map(plainRegistration);
    const vehicles = await vehiclesRegistered(trx, viewer, customerId, plates);
    const known = await costsWithReference(trx, viewer, valuesIn(rows, 'reference'));
    return {
      candidates: (cells) => {
        const { reference = '', supplier = '', vehicle = '', starts_on = '' } = cells;
        const day = dayOfCell(starts_on.split(/[T ]/)[0] ?? '', display);
        return known
          .filter(
            (row) =>
              row.reference.toLowerCase() === reference.toLowerCase() &&
              row.supplier.toLowerCase() === supplier.toLowerCase() &&
              row.vehicle_id === vehicles.get(plainRegistration(vehicle)) &&
              row.starts_on === day,
          )
          .map((row) => candidateOf(row, context));
      },
      fresh: formOf(body, {}, ({ db }, filled) => new CostsService(db).create(viewer, filled)),
      read: (cells, addError) => {
        const vehicle = vehicles.get(plainRegistration(cells.vehicle ?? ''));
        if (vehicle === undefined) addError('vehicle', 'import.row.vehicle');
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
        return {
          ...Object.fromEntries([...texts, ...amounts]),
          ...daysOf(cells, display, addError),
          ...categoryOf(cells, display, addError),
          vehicle,
        };
      },
    };
  },
};
