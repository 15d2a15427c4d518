import { ApiError } from '../../api/api-error.ts';
import { ask } from '../../ui/public-page/ask.ts';

type Answer<N extends 'qrDetails' | 'customerDetails' | 'faqs'> = Awaited<
  ReturnType<typeof ask<N>>
>;

/** State of the page (K-07, V-46). */
export interface HelpState {
  readonly loading: boolean;
  /** Keys of error texts; empty if there are no errors. */
  readonly error: readonly string[];
  readonly customer: Answer<'customerDetails'>['customer'] | null;
  readonly management_company: Answer<'customerDetails'>['management_company'];
  readonly faq_list: Answer<'faqs'>['faq_list'];
  readonly qr_code: Answer<'qrDetails'>['qr_code'] | null;
  readonly vehicle: Answer<'qrDetails'>['vehicle'] | null;
  readonly vehicle_groups: Answer<'qrDetails'>['vehicle_groups'];
  readonly is_dpd_local: boolean;
  readonly accident_reporting_enabled: boolean;
  readonly own_texts: Answer<'customerDetails'>['own_texts'];
}

/** Requirement K-08. */
export const FIRST_STATE: HelpState = {
  loading: true,
  error: [],
  customer: null,
  management_company: null,
  faq_list: [],
  qr_code: null,
  vehicle: null,
  vehicle_groups: [],
  is_dpd_local: false,
  accident_reporting_enabled: true,
  own_texts: { en: {}, pt: {} },
};

/** The text of an error (K-11 to K-16). */
function errorKey(error: unknown, part: 'customer' | 'faq' | 'qr'): string {
  const isMissing = error instanceof ApiError && error.status === 404;
  return `help.${part}.${isMissing ? 'missing' : 'failed'}`;
}

/**
 * Loads the three parts in parallel. Loading ends when all three have ended (K-09); the state is
 * only filled if each returned data (K-10).
 */
export async function loadHelp(qrid: string): Promise<HelpState> {
  const [customer, faq, qr] = await Promise.allSettled([
    ask('customerDetails', { qrid }),
    ask('faqs', { qrid }),
    ask('qrDetails', { qrid }),
  ]);
  const done = { ...FIRST_STATE, loading: false };
  if (customer.status === 'rejected' || faq.status === 'rejected' || qr.status === 'rejected') {
    const error = [
      customer.status === 'rejected' && errorKey(customer.reason, 'customer'),
      faq.status === 'rejected' && errorKey(faq.reason, 'faq'),
      qr.status === 'rejected' && errorKey(qr.reason, 'qr'),
    ].filter((key) => key !== false);
    return { ...done, error };
  }
  const { management_company: company } = customer.value;
  return {
    ...done,
    ...customer.value,
    ...faq.value,
    ...qr.value,
    accident_reporting_enabled: company?.accident_reporting_enabled ?? true,
  };
}
