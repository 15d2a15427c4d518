import {
  ONBOARDING_DOCUMENTS,
  ONBOARDING_SHOWN_STATES,
  TICKED_CATEGORIES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { date, id, utc } from './fields.ts';
import { driverName } from './shapes.ts';

/** What a driver enters of a document. */
export const enteredDocument = {
  kind: z.enum(ONBOARDING_DOCUMENTS),
  /** Kind of a document of the right to work, for example a passport. */
  title: z.string(),
  number: z.string(),
  issued_on: date.nullable(),
  expires_on: date.nullable(),
  /** Categories of a licence. */
  categories: z.array(z.enum(TICKED_CATEGORIES)),
  /** Signed addresses of the photographs. */
  front: z.string().nullable(),
  back: z.string().nullable(),
  /** Whether a manager has compared it and found it right or wrong; null before. */
  is_accepted: z.boolean().nullable(),
  /** Why it was found wrong. */
  reason: z.string(),
  /** Names of what it still needs. */
  missing: z.array(z.string()),
};

/** The accepted terms of the operator. */
export const acceptedTerms = z.object({
  version: z.int(),
  name: z.string(),
  at: utc,
});

export const onboardingItem = {
  id,
  first_name: z.string(),
  surname: z.string(),
  email: z.string(),
  agency: z.object({ id, name: z.string() }),
  depot: z.object({ id, name: z.string() }).nullable(),
  state: z.enum(ONBOARDING_SHOWN_STATES),
  invited_at: utc,
  invited_by: z.string(),
  expires_at: utc,
  submitted_at: utc.nullable(),
  /** Documents with all that they need, of those that the driver is asked for. */
  documents_done: z.int(),
  documents_needed: z.int(),
  /** The last day of work; null without an end. */
  engaged_until: date.nullable(),
  /** The driver whom the acceptance has made or linked. */
  driver: id.nullable(),
};

export const onboarding = z
  .object({
    ...onboardingItem,
    language: z.enum(['en', 'pt']),
    phone: z.string().nullable(),
    born_on: date.nullable(),
    address: z.string(),
    documents: z.array(z.object({ ...enteredDocument, decided_by: z.string().nullable() })),
    terms: acceptedTerms.extend({ signature: z.string().nullable() }).nullable(),
    decided_at: utc.nullable(),
    decided_by: z.string().nullable(),
    /** Why it was rejected. */
    reason: z.string(),
    /** Drivers with the same licence, e-mail address or name, to link instead of a new one. */
    matches: z.array(driverName),
    version: z.int(),
  })
  .meta({ id: 'AgencyOnboarding' });
