import {
  LICENCE_CHANGES,
  LICENCE_CHECK_CAUSES,
  LICENCE_CHECK_OBSTACLES,
  OFFICIAL_FAILURES,
  OFFICIAL_STATES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { DRIVERS_FILE_READ } from './drivers-file.ts';
import { endpoint } from './endpoint.ts';
import { date, utc } from './fields.ts';
import { byId } from './shapes.ts';

const check = z
  .object({
    /** Why the licence cannot be checked now; null if it can. */
    obstacle: z.enum(LICENCE_CHECK_OBSTACLES).nullable(),
    /** The driver's permission to ask, with its last day; null without one. */
    mandate: z.object({ given_on: date, until: date }).nullable(),
    /** Outcome of the last request; null before the first one. */
    state: z.enum(OFFICIAL_STATES).nullable(),
    failure: z.enum(OFFICIAL_FAILURES).nullable(),
    asked_at: utc.nullable(),
    /** When the DVLA last said something of the licence. */
    fetched_at: utc.nullable(),
    /** When it is asked for again by itself; null if that is not planned. */
    next_check_at: utc.nullable(),
    /** The holder as the DVLA names them; null before the first answer. */
    holder: z.string().nullable(),
    /** The surname of the holder is not that of the driver. */
    is_other_name: z.boolean(),
    /** The last requests, newest first. */
    runs: z.array(
      z.object({
        asked_at: utc,
        cause: z.enum(LICENCE_CHECK_CAUSES),
        user: z.string().nullable(),
        outcome: z.enum(['found', 'not_found', ...OFFICIAL_FAILURES]),
        changes: z.array(z.enum(LICENCE_CHANGES)),
      }),
    ),
  })
  .meta({ id: 'LicenceCheck' });

/** Checks of driving licences with the DVLA. */
export const licenceChecks = {
  read: endpoint({
    method: 'GET',
    path: '/api/drivers_file/drivers/{id}/licence_check/',
    ids: ['U-19'],
    summary: 'Get what the DVLA was asked about the licence of a driver, and whether it can be.',
    access: DRIVERS_FILE_READ,
    params: byId,
    answer: check,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/drivers_file/drivers/{id}/licence_check/',
    ids: ['U-19'],
    summary: 'Ask the DVLA about the licence of a driver, and store the answer in the file.',
    access: { ...DRIVERS_FILE_READ, write: true },
    ratePerMinute: 30,
    params: byId,
    answer: check,
    refuses: [409],
  }),
} as const;
