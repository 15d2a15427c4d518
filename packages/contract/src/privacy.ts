import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { textOf } from './fields.ts';
import { byId } from './shapes.ts';

const ADMINISTRATOR = { kind: 'administrator' } as const;

/** A driver's right to access and erasure. */
export const privacy = {
  exportDriver: endpoint({
    method: 'GET',
    path: '/api/administration/privacy/drivers/{id}/export/',
    ids: ['O-20'],
    summary: "Export all stored data about a driver and the driver's account as JSON.",
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
      "Erase a driver's personal data: names, contacts, licence, cards, tags and account. Trips and records stay without the name.",
    access: ADMINISTRATOR,
    credential: 'session',
    params: byId,
    /** The surname as confirmation, so that no other driver is erased by mistake. */
    body: z.object({ surname: textOf(120) }),
  }),
} as const;
