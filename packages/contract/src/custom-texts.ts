import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, id, utc } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const ADMINISTER = { kind: 'administrator' } as const;

/** The configured languages (requirement A-06). */
const reference = z.enum(['en', 'pt']);
/** Where a text is read: on screens, or in mails and files. */
const place = z.enum(['interface', 'documents']);

/** Longer than any text of the product. */
const MAX_TEXT = 2000;
/** The customer's custom text; null for the text of the product. */
const own = exactText(MAX_TEXT).nullable();

const text = z
  .object({
    id,
    key: z.string(),
    place,
    /** The text of the product. */
    en: z.string(),
    pt: z.string(),
    own_en: z.string().nullable(),
    own_pt: z.string().nullable(),
    changed_at: utc.nullable(),
    changed_by: z.string().nullable(),
  })
  .meta({ id: 'Text' });

/** Texts of the product and the customer's custom texts. */
export const customTexts = {
  own: endpoint({
    method: 'GET',
    path: '/api/language_configs/{reference}/texts/',
    withoutSecondFactor: true,
    ids: ['R-030'],
    summary: "Get the customer's custom texts of the interface, with an ETag.",
    access: { kind: 'signed-in' },
    params: z.object({ reference }),
    answer: z.record(z.string(), z.string()),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/administration/texts/',
    ids: ['R-030'],
    summary: 'List the texts in both languages. The search covers all words.',
    access: ADMINISTER,
    query: pagedQuery(['key', 'en', 'pt', 'changed_at']).extend({
      place: place.optional(),
      /** Only texts that the customer has replaced. */
      own: z.enum(['true', 'false']).default('false'),
    }),
    answer: paged(text),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/administration/texts/{id}/',
    ids: ['R-030'],
    summary: 'Get one text.',
    access: ADMINISTER,
    params: byId,
    answer: text,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/administration/texts/{id}/',
    ids: ['R-030'],
    summary: 'Set or remove the custom text of the customer.',
    access: ADMINISTER,
    params: byId,
    body: z.object({ own_en: own, own_pt: own }),
    answer: text,
  }),
} as const;
