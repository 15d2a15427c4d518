import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, expiresText } from './fields.ts';

/** Documents, pictures and video (RP-08). */
export const files = {
  read: endpoint({
    method: 'GET',
    path: '/api/files/{id}/',
    ids: ['RP-08'],
    summary:
      'A file, or a part of it (Range). Whoever holds a signed address that has not expired may read ' +
      'it; with a bearer token whoever may see what it belongs to.',
    access: { kind: 'public' },
    params: z.object({ id: z.uuid() }),
    query: z.object({
      signature: exactText(100).optional(),
      /** Seconds since 1970 UTC. */
      expires: expiresText.optional(),
      /** The user of the address; part of the signature. */
      reader: exactText(40).optional(),
      /** "1" for a download; part of the signature. */
      download: z.literal('1').optional(),
    }),
    raw: 'file',
    refuses: [401, 416],
  }),
} as const;
