import { HOURS_REGIMES } from '@roadworthy/domain';
import { z } from 'zod';
import { activity, infringement, remainingTime } from './drivers-hours.ts';
import { endpoint } from './endpoint.ts';
import { ownAnswer, utc } from './fields.ts';
import { byId, driverName } from './shapes.ts';

const SIGNED_IN = { kind: 'signed-in' } as const;

/** What drivers see of their own hours, and their signature after a debrief. */
export const ownHours = {
  read: endpoint({
    method: 'GET',
    path: '/api/drivers_hours/own/',
    ids: ['U-20'],
    summary:
      'Get the hours of the driver who is signed in: what is left, the last 8 days, infringements.',
    access: SIGNED_IN,
    answer: z
      .object({
        /** Null if the account is not linked to a driver. */
        driver: driverName.nullable(),
        regime: z.enum(HOURS_REGIMES),
        /** Null without activities in the last five weeks, and under the domestic rules. */
        remaining: remainingTime.nullable(),
        /** The end of the last known activity; null without any. */
        known_until: utc.nullable(),
        /** Activities of today and the seven days before, in UTC. */
        activities: z.array(activity),
        /** At most 20: those without a signature, and those of the last eight weeks, newest first. */
        infringements: z.array(infringement),
      })
      .meta({ id: 'OwnHours' }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/drivers_hours/own/infringements/{id}/',
    ids: ['U-20'],
    summary:
      'Comment on your own infringement, and sign it once it was debriefed. The person who debriefed is notified.',
    access: SIGNED_IN,
    params: byId,
    body: ownAnswer.meta({ id: 'OwnHoursAnswer' }),
    answer: infringement,
  }),
} as const;
