import { COLUMN_WIDTH_PX, SAVED_VIEW_LISTS, SAVED_VIEW_NAME_MAX } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, textOf } from './fields.ts';
import { byId } from './shapes.ts';

const SIGNED_IN = { kind: 'signed-in' } as const;

/** Characters of the settings of a view as JSON: hundreds of selected ids, and all columns. */
const MAX_SETTINGS = 8000;
const MAX_COLUMNS = 100;

const list = z.enum(SAVED_VIEW_LISTS);
const name = textOf(SAVED_VIEW_NAME_MAX).min(1);
const columnKey = z.string().regex(/^[\w.-]{1,60}$/);

const settings = z
  .object({
    /** Search, filters, sorting and page size, as parameters of the address of the screen. */
    query: z.record(z.string().regex(/^[A-Za-z]\w{0,39}$/), exactText(4000)),
    columns: z.object({
      /** Keys of hidden columns. */
      hidden: z.array(columnKey).max(MAX_COLUMNS),
      /** Widths by column, px; only of columns whose width was chosen. */
      widths_px: z.record(columnKey, z.int().min(COLUMN_WIDTH_PX.min).max(COLUMN_WIDTH_PX.max)),
    }),
  })
  .meta({ id: 'SavedViewSettings' });

/** Settings in an input, bounded as a whole. */
const givenSettings = settings.refine(
  (value) => JSON.stringify(value).length <= MAX_SETTINGS,
  'This view has too many filters to be saved',
);

const savedView = z
  .object({
    id,
    list,
    name: z.string(),
    settings,
    /** Everyone of the customer sees it; administrators of the whole customer change it. */
    is_shared: z.boolean(),
    /** The list opens with it for this person. */
    is_default: z.boolean(),
    /** Whether this person may rename, replace and delete it. */
    may_change: z.boolean(),
  })
  .meta({ id: 'SavedView' });

/** Views of lists that people save under a name: columns, sorting, filters and page size. */
export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved_views/',
    ids: ['O-P02'],
    summary: 'List your saved views of a list, and those shared with everyone of the customer.',
    access: SIGNED_IN,
    query: z.object({ list }),
    answer: z.object({ results: z.array(savedView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved_views/',
    ids: ['O-P02'],
    summary: 'Save a view of a list under a name.',
    access: SIGNED_IN,
    body: z.object({ list, name, settings: givenSettings }),
    answer: savedView,
    status: 201,
    refuses: [409],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/saved_views/{id}/',
    ids: ['O-P02'],
    summary: 'Rename a saved view, or replace its settings.',
    access: SIGNED_IN,
    params: byId,
    body: z.object({ name: name.optional(), settings: givenSettings.optional() }),
    answer: savedView,
    refuses: [409],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved_views/{id}/',
    ids: ['O-P02'],
    summary: 'Delete a saved view.',
    access: SIGNED_IN,
    params: byId,
  }),
  share: endpoint({
    method: 'PUT',
    path: '/api/saved_views/{id}/shared/',
    ids: ['O-P02'],
    summary: 'Share a saved view with everyone of the customer, or make it your own again.',
    access: { kind: 'administrator' },
    customerWide: true,
    params: byId,
    body: z.object({ is_shared: z.boolean() }),
    answer: savedView,
    refuses: [400, 409],
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/saved_view_defaults/',
    ids: ['O-P02'],
    summary: 'Choose the saved view with which a list opens for you; null for none.',
    access: SIGNED_IN,
    body: z.object({ list, view: id.nullable() }),
    status: 204,
    refuses: [404],
  }),
} as const;
