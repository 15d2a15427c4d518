import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { type Currency, DEFAULT_CURRENCY } from '@roadworthy/domain';
import type { CustomerRow, CustomerValues } from './customers.repository.ts';

export type Customer = AnswerOf<typeof contract.customers.read>;
export type CustomerBody = BodyOf<typeof contract.customers.create>;

/** A customer as returned by the API; without the company in a list. */
export function toCustomer(
  row: CustomerRow,
  company: Customer['management_company'] = null,
): Customer {
  return {
    id: row.id,
    name: row.name,
    logo: row.logo,
    maintenance_control: { phone: row.maintenance_control_phone },
    config: {
      render_cust_logo_on_dl_homescreen: row.render_logo_on_home,
      slogan: row.slogan,
      currency: row.currency as Currency,
    },
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    address: row.address,
    languages: row.languages,
    vehicle_count: row.vehicle_count,
    user_count: row.user_count,
    management_company: company,
    archived: row.archived,
  };
}

/** The fields of the customer form, without logo and address. */
export function valuesOf(
  { name, config, contact, ...body }: CustomerBody,
  before: Pick<CustomerRow, 'currency'> | null,
): CustomerValues {
  return {
    name,
    render_logo_on_home: config.render_cust_logo_on_dl_homescreen,
    slogan: config.slogan,
    currency: config.currency ?? before?.currency ?? DEFAULT_CURRENCY,
    contact_name: contact.name,
    contact_email: contact.email,
    contact_phone: contact.phone,
    maintenance_control_phone: body.maintenance_control.phone,
    languages: [...new Set(body.languages)],
  };
}

/** The fields of a customer that the history stores. */
export function keptFacts({ address, ...row }: CustomerRow): object {
  const {
    id: _,
    archived: _a,
    vehicle_count: _v,
    user_count: _u,
    logo_file_id: _l,
    ...facts
  } = row;
  const { id: _i, ...lines } = address ?? { id: 0 };
  return { ...facts, ...lines };
}
