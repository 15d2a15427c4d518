import { contract } from '@roadworthy/contract';
import { PART_CATEGORIES, PART_UNITS, type PartCategory, type PartUnit } from '@roadworthy/domain';
import { z } from 'zod';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../../platform/texts.ts';
import {
  CatalogueService,
  describedPart,
  type OfferRow,
  offersOf,
  type PartBody,
  type PartRow,
  partsNumbered,
} from '../../../../features/parts/index.ts';
import { plainHeader } from '../../reading/imports-reading-headings.ts';
import { amountOfCell } from '../imports-lists-cells.ts';
import {
  type AddError,
  type Candidate,
  type Cells,
  type Draft,
  formOf,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { byText, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.parts.create;

const LANGUAGES = ['en', 'pt'] as const;
const TEXTS = ['number', 'name', 'barcode', 'supplier', 'supplier_number', 'note'] as const;
const QUANTITIES = ['reorder_level', 'reorder_quantity', 'warranty_months'] as const;

/** The value of a word: its code, or its name in both languages; null for another word. */
function valueOfCell<Value extends string>(
  cell: string,
  values: readonly Value[],
  display: Display,
  keyOf: (value: Value) => TextKey,
): Value | null {
  const plain = plainHeader(cell);
  const found = values.find(
    (value) =>
      value === plain ||
      LANGUAGES.some(
        (language) => plainHeader(wordsOf({ ...display, language }, keyOf(value))) === plain,
      ),
  );
  return found ?? null;
}

/** A row: the form of a part with its preferred supplier beside it. */
const rowBody = body.omit({ suppliers: true, version: true }).extend({
  supplier: z.string().trim().max(100).default(''),
  supplier_number: z.string().trim().max(40).default(''),
  price: z.number().min(0).max(999_999).nullable().default(null),
});
type RowBody = z.output<typeof rowBody>;

const draftOf = (row: PartRow): Draft => ({
  ...describedPart(row).facts,
  supplier: row.supplier ?? '',
  supplier_number: row.supplier_number ?? '',
});

/** The form of a part: the supplier of the row is the first one, the others stay. */
function bodyOf(
  { supplier, supplier_number: number, price, ...values }: RowBody,
  offers: readonly OfferRow[],
): PartBody {
  const others = offers
    .filter((offer) => offer.supplier.toLowerCase() !== supplier.toLowerCase())
    .map((offer) => ({
      supplier: offer.supplier_id,
      number: offer.number,
      price: offer.price,
    }));
  return {
    ...values,
    suppliers: supplier === '' ? others : [{ supplier, number, price }, ...others],
  };
}

function numbersOf(cells: Cells, addError: AddError): Draft {
  return Object.fromEntries(
    ([...QUANTITIES, 'price'] as const).flatMap((field) => {
      const cell = cells[field];
      if (cell === undefined) return [];
      const value = amountOfCell(cell, field === 'price' ? 4 : 3);
      if (value === null) addError(field, 'import.row.quantity');
      return [[field, value]];
    }),
  );
}

function wordsIn(cells: Cells, display: Display, addError: AddError): Draft {
  const categoryKey = (one: PartCategory) => `parts.category.${one}` as const;
  const unitKey = (one: PartUnit) => `parts.unit.${one}` as const;
  const draft: Record<string, string | null> = {};
  if (cells.category !== undefined) {
    draft.category = valueOfCell(cells.category, PART_CATEGORIES, display, categoryKey);
    if (draft.category === null) {
      const names = PART_CATEGORIES.map((one) => wordsOf(display, categoryKey(one))).join(', ');
      addError('category', 'import.row.partCategory', { names });
    }
  }
  if (cells.unit !== undefined) {
    draft.unit = valueOfCell(cells.unit, PART_UNITS, display, unitKey);
    if (draft.unit === null) {
      const names = PART_UNITS.map((one) => wordsOf(display, unitKey(one))).join(', ');
      addError('unit', 'import.row.partUnit', { names });
    }
  }
  return draft;
}

/** Parts of the workshop, matched by their number. A supplier that does not exist is created. */
export const PARTS: ImportKind = {
  access: contract.parts.create.access,
  title: 'administration.list.parts',
  columns: [
    {
      field: 'number',
      heading: 'report.column.partNumber',
      others: ['number', 'sku', 'partno', 'itemnumber', 'referencia'],
      isNeeded: true,
      isNumber: true,
      wrong: 'import.row.tooLong',
      refused: 'import.row.partTaken',
    },
    {
      field: 'name',
      heading: 'report.column.name',
      others: ['description', 'descricao'],
      isNeeded: true,
      wrong: 'import.row.name',
    },
    { field: 'category', heading: 'report.column.category', wrong: 'import.row.wrong' },
    { field: 'unit', heading: 'report.column.unit', others: ['uom'], wrong: 'import.row.wrong' },
    {
      field: 'barcode',
      heading: 'report.column.barcode',
      others: ['ean', 'upc', 'gtin'],
      isNumber: true,
      wrong: 'import.row.tooLong',
    },
    {
      field: 'supplier',
      heading: 'report.column.supplier',
      others: ['vendor'],
      wrong: 'import.row.name',
    },
    {
      field: 'supplier_number',
      heading: 'report.column.supplierNumber',
      others: ['suppliernumber', 'supplierpartnumber'],
      isNumber: true,
      wrong: 'import.row.tooLong',
    },
    { field: 'price', heading: 'report.column.price', wrong: 'import.row.quantity' },
    {
      field: 'reorder_level',
      heading: 'report.column.reorderLevel',
      others: ['minimum', 'min', 'minimo'],
      wrong: 'import.row.quantity',
    },
    {
      field: 'reorder_quantity',
      heading: 'report.column.reorderQuantity',
      wrong: 'import.row.quantity',
    },
    {
      field: 'warranty_months',
      heading: 'report.column.warrantyMonths',
      others: ['warranty', 'garantia'],
      wrong: 'import.row.quantity',
    },
    { field: 'note', heading: 'report.column.note', wrong: 'import.row.tooLong' },
  ],
  refused: 'import.row.partTaken',
  nameOf: ({ number = '' }) => number,
  keyOf: ({ number }) => number?.toLowerCase() ?? null,
  open: async ({ trx, viewer, display }, rows) => {
    const found = await partsNumbered(trx, viewer, valuesIn(rows, 'number'));
    const offers = await offersOf(
      trx,
      found.map(({ id }) => id),
    );
    const known = byText(found, ({ number }) => number);
    return {
      candidates: ({ number = '' }) =>
        known(number).map((row): Candidate => {
          const own = offers.filter(({ part_id: id }) => id === row.id);
          return {
            id: row.id,
            isArchived: row.is_archived,
            form: formOf(rowBody, draftOf(row), ({ db }, filled) =>
              new CatalogueService(db).change(viewer, row.id, bodyOf(filled, own)),
            ),
          };
        }),
      fresh: formOf(rowBody, {}, ({ db }, filled) =>
        new CatalogueService(db).create(viewer, bodyOf(filled, [])),
      ),
      read: (cells, addError) => {
        const texts = TEXTS.flatMap((field) =>
          cells[field] === undefined ? [] : [[field, cells[field]]],
        );
        return {
          ...Object.fromEntries(texts),
          ...numbersOf(cells, addError),
          ...wordsIn(cells, display, addError),
        };
      },
    };
  },
};
