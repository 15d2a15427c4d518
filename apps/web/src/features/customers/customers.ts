import type { AnswerOf, contract } from '@roadworthy/contract';
import { type Currency, DEFAULT_CURRENCY } from '@roadworthy/domain';
import { type AddressDraft, EMPTY_ADDRESS } from '../../ui/address-form/address-form.tsx';

export type Customer = AnswerOf<typeof contract.customers.read>;

/** Form values of a customer. */
export interface CustomerDraft {
  readonly name: string;
  /** Address or data URL of the logo; null for none. */
  readonly logo: string | null;
  readonly shows_logo: boolean;
  readonly slogan: string;
  readonly currency: Currency;
  readonly contact_name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  readonly maintenance_phone: string;
  readonly address: AddressDraft;
  readonly languages: readonly string[];
}

export function customerDraft(one: Customer | null): CustomerDraft {
  const { id: _, ...address } = one?.address ?? { id: 0, ...EMPTY_ADDRESS };
  return {
    name: one?.name ?? '',
    logo: one?.logo ?? null,
    shows_logo: one?.config.render_cust_logo_on_dl_homescreen ?? false,
    slogan: one?.config.slogan ?? '',
    currency: one?.config.currency ?? DEFAULT_CURRENCY,
    contact_name: one?.contact.name ?? '',
    contact_email: one?.contact.email ?? '',
    contact_phone: one?.contact.phone ?? '',
    maintenance_phone: one?.maintenance_control.phone ?? '',
    address,
    languages: one?.languages ?? ['en', 'pt'],
  };
}

/** The request body; an empty address becomes null. */
export function customerBody(draft: CustomerDraft) {
  const isEmpty = Object.values(draft.address).every((line) => line.trim() === '');
  return {
    name: draft.name,
    logo: draft.logo,
    config: {
      render_cust_logo_on_dl_homescreen: draft.shows_logo,
      slogan: draft.slogan,
      currency: draft.currency,
    },
    contact: {
      name: draft.contact_name,
      email: draft.contact_email,
      phone: draft.contact_phone,
    },
    maintenance_control: { phone: draft.maintenance_phone },
    address: isEmpty ? null : draft.address,
    languages: draft.languages as ('en' | 'pt')[],
  };
}

/** Fields of the form by the nested fields of the body. */
const NESTED: Readonly<Record<string, string>> = {
  'config.slogan': 'slogan',
  'config.currency': 'currency',
  'contact.name': 'contact_name',
  'contact.email': 'contact_email',
  'contact.phone': 'contact_phone',
  'maintenance_control.phone': 'maintenance_phone',
};

/** Maps server errors of the body to the fields of the form. */
export function formFaults(
  errors: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [NESTED[name] ?? name, texts]),
  );
}
