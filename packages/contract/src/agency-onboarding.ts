import { INVITATION_DAYS, ONBOARDING_DOCUMENTS, ONBOARDING_SHOWN_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { onboarding, onboardingItem } from './agency-onboarding-shapes.ts';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, int4, textOf, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['AgencyOnboarding'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

const item = z.object(onboardingItem).meta({ id: 'AgencyOnboardingItem' });
const name = textOf(60).min(1);
const days = z.union(INVITATION_DAYS.map((value) => z.literal(value))).default(14);
const version = int4;

const query = pagedQuery(['invited_at', 'driver', 'submitted_at']).extend({
  state: z.enum(ONBOARDING_SHOWN_STATES).optional(),
  agency: idText.optional(),
});

const choice = z.object({ id, name: z.string() });
const terms = z
  .object({
    /** 0 before the first text. */
    version: z.int(),
    text: z.string(),
    changed_at: utc.nullable(),
    changed_by: z.string(),
  })
  .meta({ id: 'AgencyTerms' });

/** Onboarding of agency drivers, for the people of the operator. */
export const agencyOnboarding = {
  list: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/',
    ids: ['U-21', 'C-26'],
    summary: 'List the onboardings of agency drivers.',
    access: READ,
    query,
    answer: paged(item),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/export/',
    ids: ['U-21'],
    summary: 'Export the filtered list.',
    access: READ,
    ratePerMinute: 12,
    query: query.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/choices/',
    ids: ['U-21'],
    summary: 'Get the agencies and depots for an invitation, and its language.',
    access: READ,
    answer: z
      .object({
        agencies: z.array(choice),
        depots: z.array(choice),
        /** The first language of the customer. */
        language: z.enum(['en', 'pt']),
        /** Whether the person must name a depot. */
        needs_depot: z.boolean(),
      })
      .meta({ id: 'AgencyOnboardingChoices' }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/{id}/',
    ids: ['U-21'],
    summary: 'Get one onboarding with what the driver has entered.',
    access: READ,
    params: byId,
    answer: onboarding,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/',
    ids: ['U-21'],
    summary: 'Invite an agency driver by e-mail with a link that expires.',
    access: WRITE,
    ratePerMinute: 30,
    body: z
      .object({
        agency: id,
        depot: id.nullable().default(null),
        first_name: name,
        surname: name,
        email: z.email().max(254),
        language: z.enum(['en', 'pt']),
        documents: z.array(z.enum(ONBOARDING_DOCUMENTS)).min(1).max(ONBOARDING_DOCUMENTS.length),
        engaged_until: dateInput.nullable().default(null),
        days,
      })
      .meta({ id: 'AgencyInvitation' }),
    answer: onboarding,
    status: 201,
    refuses: [409],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/{id}/resend/',
    ids: ['U-21'],
    summary: 'Send a new link, which replaces the last one.',
    access: WRITE,
    ratePerMinute: 30,
    params: byId,
    body: z.object({ days }),
    answer: onboarding,
    refuses: [409],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/{id}/withdraw/',
    ids: ['U-21'],
    summary: 'Withdraw an invitation; its link no longer opens.',
    access: WRITE,
    params: byId,
    body: z.object({ version }),
    answer: onboarding,
    refuses: [409],
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/agency_onboarding/{id}/documents/{kind}/',
    ids: ['U-21'],
    summary: 'Accept a document after a comparison, or reject it with a reason.',
    access: WRITE,
    params: z.object({ id: idText, kind: z.enum(ONBOARDING_DOCUMENTS) }),
    body: z.object({ is_accepted: z.boolean(), reason: textOf(500).default('') }),
    answer: onboarding,
    refuses: [409],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/{id}/send_back/',
    ids: ['U-21'],
    summary: 'Ask the driver by e-mail to correct the rejected documents.',
    access: WRITE,
    ratePerMinute: 30,
    params: byId,
    body: z.object({ days, version }),
    answer: onboarding,
    refuses: [409],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/{id}/reject/',
    ids: ['U-21'],
    summary: 'Reject an onboarding with a reason, which the driver gets by e-mail.',
    access: WRITE,
    params: byId,
    body: z.object({ reason: textOf(500).min(2), version }),
    answer: onboarding,
    refuses: [409],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/agency_onboarding/{id}/accept/',
    ids: ['U-21'],
    summary: 'Accept an onboarding: makes or links the driver, with the documents in the file.',
    access: WRITE,
    params: byId,
    body: z.object({
      /** An existing driver; null for a new one. */
      driver: id.nullable().default(null),
      /** A vehicle for a new driver; people who see some depots only must name one. */
      vehicle: id.nullable().default(null),
      engaged_until: dateInput.nullable().default(null),
      version,
    }),
    answer: onboarding,
    refuses: [409],
  }),
  terms: endpoint({
    method: 'GET',
    path: '/api/agency_onboarding/terms/',
    ids: ['U-21'],
    summary: 'Get the terms that agency drivers accept.',
    access: READ,
    answer: terms,
  }),
  changeTerms: endpoint({
    method: 'PUT',
    path: '/api/agency_onboarding/terms/',
    ids: ['U-21'],
    summary: 'Store a new version of the terms. Earlier versions are kept.',
    access: ADMINISTER,
    customerWide: true,
    body: z.object({ text: textOf(50_000) }),
    answer: terms,
  }),
} as const;
