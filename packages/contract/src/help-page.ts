import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, lenientText, qrid } from './fields.ts';
import { ownTexts } from './shapes.ts';

const PUBLIC = { kind: 'public' } as const;
const ADMINISTRATOR = { kind: 'administrator' } as const;
/** Requests a minute from one address: they cost something, and their key is no secret (OP-084). */
const RATE = 30;

const byCode = z.object({ qrid });

const faq = z.object({ id, question: z.string(), answer: z.string() }).meta({ id: 'Faq' });

/** The company that manages a customer's vehicles, and the content of its help pages. */
export const managementCompany = z
  .object({
    /** Whether the questions are shown (OP-076). */
    faqs: z.boolean(),
    accident_reporting_enabled: z.boolean(),
    break_down_phone: z.string().nullable(),
    /** A data URL, or an address. */
    logo: z.string().nullable(),
  })
  .meta({ id: 'ManagementCompany' });

const phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^\+?[\d\s().-]*$/, 'A telephone number has digits, blanks and + ( ) . - only')
  .nullable();

const companyFields = {
  break_down_phone: phone,
  /** A data URL of a PNG, JPEG or WebP picture; kept as a small one. */
  logo: z
    .string()
    .max(1_400_000)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/, 'This is no picture')
    .nullable(),
  faqs: z.boolean(),
  accident_reporting_enabled: z.boolean(),
};
/** In the body of a customer; absent fields stay unchanged. */
export const managementCompanyBody = z
  .object(companyFields)
  .partial()
  .meta({ id: 'ManagementCompanyBody' });

const helpSettings = z
  .object({
    ...companyFields,
    is_dpd_local: z.boolean(),
    /** The addresses that are notified of an accident; by default the customer's administrators. */
    accident_emails: z.array(z.email()).max(20),
    faq_list: z
      .array(
        z.object({
          question: lenientText(200).min(2),
          answer: lenientText(2000).min(2),
        }),
      )
      .max(40),
  })
  .meta({ id: 'HelpPageSettings' });

/** The public help page (area K). */
export const helpPage = {
  qrDetails: endpoint({
    method: 'GET',
    path: '/api/help_qr_details/',
    ids: ['R-149'],
    summary: 'Get the code and its vehicle.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: byCode,
    answer: z
      .object({
        qr_code: z.object({ id, qrid: z.string() }),
        vehicle: z.object({
          id,
          registration: z.string(),
          livery_category: z.object({ category_name: z.string() }).nullable(),
        }),
        vehicle_groups: z.array(z.object({ id, name: z.string() })),
        is_dpd_local: z.boolean(),
      })
      .meta({ id: 'HelpQr' }),
  }),
  customerDetails: endpoint({
    method: 'GET',
    path: '/api/more_help_qr_details/',
    ids: ['R-150'],
    summary: 'Get the customer of a code and the company that manages its vehicles.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: byCode,
    answer: z
      .object({
        customer: z.object({
          name: z.string(),
          logo: z.string().nullable(),
          maintenance_control: z.object({ phone: z.string().nullable() }),
        }),
        management_company: managementCompany.nullable(),
        own_texts: ownTexts,
      })
      .meta({ id: 'HelpCustomer' }),
  }),
  faqs: endpoint({
    method: 'GET',
    path: '/api/faq_list_help_qr_details/',
    ids: ['R-151'],
    summary: 'List questions and answers for the person at the vehicle.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: byCode,
    answer: z.object({ faq_list: z.array(faq) }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/help_page_settings/',
    ids: ['K-02', 'K-03'],
    summary: "Get the settings of a customer's help pages.",
    access: ADMINISTRATOR,
    query: z.object({ customer: idText.optional() }),
    answer: helpSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/help_page_settings/',
    customerWide: true,
    ids: ['K-02', 'K-03'],
    summary: "Update the settings of a customer's help pages.",
    access: ADMINISTRATOR,
    query: z.object({ customer: idText.optional() }),
    body: helpSettings,
    answer: helpSettings,
  }),
} as const;
