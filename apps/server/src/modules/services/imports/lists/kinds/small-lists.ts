import { contract } from '@roadworthy/contract';
import type { z } from 'zod';
import {
  CatalogueListsService,
  type EntryRow,
  knownEntries,
  lockEntries,
} from '../../../../core/catalogue/index.ts';
import { listedNamed } from '../imports-lists.repository.ts';
import {
  type Draft,
  type Form,
  formOf,
  type ImportColumn,
  type ImportContext,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { byText, valuesIn } from '../imports-lists-names.ts';

const repairerBody = contract.catalogue.createRepairer.body;
const categoryBody = contract.catalogue.createCategory.body;

const NAME = {
  field: 'name',
  heading: 'report.column.name',
  isNeeded: true,
  wrong: 'import.row.name',
  refused: 'import.row.nameTaken',
} as const satisfies ImportColumn;

/** A list whose entries are matched by name, and whose columns are texts of the form. */
function listOf(
  kind: 'repairer' | 'geofence_category',
  columns: readonly ImportColumn[],
  formFor: (viewer: ImportContext['viewer'], row: EntryRow | null) => Form,
): ImportKind {
  return {
    title: `administration.list.${kind}`,
    columns: [NAME, ...columns],
    nameOf: ({ name = '' }) => name,
    keyOf: ({ name }) => name?.toLowerCase() ?? null,
    open: async ({ trx, viewer, customerId }, rows) => {
      const named = await listedNamed(trx, customerId, kind, valuesIn(rows, 'name'));
      const ids = named.map(({ id }) => id);
      await lockEntries(trx, kind, ids);
      const known = byText(await knownEntries(trx, viewer, kind, ids), ({ name }) => name);
      return {
        candidates: ({ name = '' }) =>
          known(name).map((row) => ({
            id: row.id,
            isArchived: row.archived,
            form: formFor(viewer, row),
          })),
        fresh: formFor(viewer, null),
        read: (cells) => cells,
      };
    },
  };
}

/** The form of an entry, saved by the service of the lists. */
function entryForm<Body extends z.output<typeof repairerBody> | z.output<typeof categoryBody>>(
  schema: z.ZodType<Body>,
  draft: Draft,
  viewer: ImportContext['viewer'],
  row: EntryRow | null,
  withKind: (body: Body) => Parameters<CatalogueListsService['create']>[1],
): Form {
  return formOf(schema, draft, ({ db }, body) => {
    const lists = new CatalogueListsService(db);
    return row === null
      ? lists.create(viewer, withKind(body))
      : lists.change(viewer, row.id, withKind(body));
  });
}

/** Repairers. */
export const REPAIRERS = listOf(
  'repairer',
  [
    { field: 'email', heading: 'report.column.email', wrong: 'import.row.email' },
    {
      field: 'phone',
      heading: 'report.column.phone',
      others: ['phone'],
      wrong: 'import.row.phone',
    },
  ],
  (viewer, row) => {
    const draft = row === null ? {} : { name: row.name, email: row.email, phone: row.phone };
    return entryForm(repairerBody, draft, viewer, row, (body) => ({ kind: 'repairer', ...body }));
  },
);

/** Categories of geofences. */
export const GEOFENCE_CATEGORIES = listOf(
  'geofence_category',
  [
    {
      field: 'colour',
      heading: 'report.column.colour',
      others: ['color'],
      wrong: 'import.row.colour',
    },
  ],
  (viewer, row) => {
    const draft = row === null ? {} : { name: row.name, colour: row.colour };
    return entryForm(categoryBody, draft, viewer, row, (body) => ({
      kind: 'geofence_category',
      ...body,
    }));
  },
);
