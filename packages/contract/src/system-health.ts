import { SYSTEM_CHECK_STATES, SYSTEM_CHECKS } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { utc } from './fields.ts';

/** Checks of the installation, for people who run it (RP-07). `npm run doctor` shows the same. */
export const systemHealth = {
  read: endpoint({
    method: 'GET',
    path: '/api/administration/system_health/',
    ids: ['RP-07'],
    summary:
      'Check the parts of this installation: ports, disk, database, mail, certificate, backup and others. ' +
      'Texts are in the language of the user.',
    access: { kind: 'global-administrator' },
    answer: z
      .object({
        checked_at: utc,
        version: z.string(),
        checks: z.array(
          z.object({
            name: z.enum(SYSTEM_CHECKS),
            state: z.enum(SYSTEM_CHECK_STATES),
            title: z.string(),
            /** What was found. */
            finding: z.string(),
            /** What to do; null if nothing needs to be done. */
            advice: z.string().nullable(),
          }),
        ),
      })
      .meta({ id: 'SystemHealth' }),
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/api/administration/system_health/test_mail/',
    ids: ['RP-07'],
    summary: "Send a test mail to the user's own address, at once and without retries.",
    access: { kind: 'global-administrator' },
    refuses: [400],
    answer: z.object({ sent_to: z.string() }),
  }),
} as const;
