import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textOf } from './fields.ts';
import { byId } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** A driver's right to see and to have erased what is kept (issue of people and permissions). */
export const privacy = {
  exportDriver: endpoint({
    method: 'GET',
    path: '/api/administration/privacy/drivers/{id}/export/',
    ids: ['O-20'],
    summary: 'Everything that is kept of a driver and of the account of the driver, as JSON.',
    access: ADMINISTRATOR,
    ratePerMinute: 12,
    params: byId,
    raw: 'file',
  }),
  eraseDriver: endpoint({
    method: 'POST',
    path: '/api/administration/privacy/drivers/{id}/erase/',
    ids: ['O-20'],
    summary:
      'Erases who a driver is: names, contacts, licence, cards, tags and account. Trips and records stay without the name.',
    access: ADMINISTRATOR,
    credential: 'session',
    params: byId,
    /** The surname, typed or sent again, so that no other driver is erased by mistake. */
    body: z.object({ surname: textOf(120) }),
  }),
} as const;
