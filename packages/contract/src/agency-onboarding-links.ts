import { ONBOARDING_DOCUMENTS, PHOTO_SIDES, TICKED_CATEGORIES } from '@roadworthy/domain';
import { z } from 'zod';
import { acceptedTerms, enteredDocument } from './agency-onboarding-shapes.ts';
import { endpoint } from './endpoint.ts';
import { contactPhone, date, dateInput, exactText, idText, textOf, utc } from './fields.ts';
import { DOCUMENT, SIGNATURE_FILE } from './form-files.ts';

/** A body instead of a path, so that no token is ever logged. */
const token = exactText(100).min(20);
const PUBLIC_RATE = { access: { kind: 'public' }, ratePerMinute: 60, refuses: [404] } as const;
const CHANGE = { ...PUBLIC_RATE, refuses: [404, 409] } as const;
const name = textOf(60).min(1);

const linked = z
  .object({
    state: z.enum(['invited', 'in_progress', 'submitted']),
    /** The operator that invites. */
    customer: z.string(),
    agency: z.string(),
    /** Of the mails to the driver, and of the page until the driver chooses one. */
    language: z.enum(['en', 'pt']),
    first_name: z.string(),
    surname: z.string(),
    born_on: date.nullable(),
    phone: z.string().nullable(),
    address: z.string(),
    documents: z.array(z.object(enteredDocument)),
    /** The terms to accept; null if the operator has none. */
    terms: z.object({ version: z.int(), text: z.string() }).nullable(),
    /** What was accepted; an earlier version must be accepted again. */
    accepted: acceptedTerms.nullable(),
    expires_at: utc,
  })
  .meta({ id: 'LinkedOnboarding' });

/** What an agency driver does with a link, without an account. */
export const agencyOnboardingLinks = {
  open: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/',
    ids: ['U-21'],
    summary: 'Get an onboarding by the link of the driver.',
    ...PUBLIC_RATE,
    body: z.object({ token, begins: z.boolean().default(false) }),
    answer: linked,
  }),
  details: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/details/',
    ids: ['U-21'],
    summary: 'Store the personal details by the link of the driver.',
    ...CHANGE,
    body: z.object({
      token,
      first_name: name,
      surname: name,
      born_on: dateInput.nullable().default(null),
      phone: contactPhone,
      address: textOf(500).default(''),
    }),
    answer: linked,
  }),
  document: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/document/',
    ids: ['U-21'],
    summary: 'Store what a document says by the link of the driver.',
    ...CHANGE,
    body: z.object({
      token,
      kind: z.enum(ONBOARDING_DOCUMENTS),
      title: textOf(120).default(''),
      number: textOf(40)
        .regex(/^[\w -]*$/, 'A number has letters, digits, blanks and hyphens')
        .default(''),
      issued_on: dateInput.nullable().default(null),
      expires_on: dateInput.nullable().default(null),
      categories: z.array(z.enum(TICKED_CATEGORIES)).max(TICKED_CATEGORIES.length).default([]),
    }),
    answer: linked,
  }),
  photo: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/photo/',
    ids: ['U-21'],
    summary: 'Store the photograph of one side of a document by the link of the driver.',
    ...CHANGE,
    ratePerMinute: 30,
    multipart: z.object({
      token,
      kind: z.enum(ONBOARDING_DOCUMENTS),
      side: z.enum(PHOTO_SIDES),
    }),
    files: { document: DOCUMENT },
    answer: linked,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/terms/',
    ids: ['U-21'],
    summary: 'Accept the terms with name and signature by the link of the driver.',
    ...CHANGE,
    multipart: z.object({ token, version: idText, name: textOf(90).min(2) }),
    files: SIGNATURE_FILE,
    answer: linked,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/onboarding_link/submit/',
    ids: ['U-21'],
    summary: 'Submit a complete onboarding by the link of the driver.',
    ...CHANGE,
    body: z.object({ token }),
    answer: linked,
  }),
} as const;
