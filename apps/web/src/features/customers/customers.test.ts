import { describe, expect, it } from 'vitest';
import { type Customer, customerBody, customerDraft, formFaults } from './customers.ts';

const ONE: Customer = {
  id: 3,
  name: 'Albion',
  logo: '/api/logos/1/',
  maintenance_control: { phone: null },
  management_company: null,
  config: { render_cust_logo_on_dl_homescreen: true, currency: 'EUR', slogan: 'We arrive' },
  contact: { name: 'Olga Vane', email: null, phone: null },
  address: null,
  languages: ['en'],
  vehicle_count: 6,
  user_count: 2,
  archived: false,
};

describe('the form of a customer', () => {
  it('[R-113] [O-19] sends the values unchanged; an empty address becomes null', () => {
    const draft = customerDraft(ONE);
    expect(customerBody(draft)).toEqual({
      name: 'Albion',
      logo: '/api/logos/1/',
      config: ONE.config,
      contact: { name: 'Olga Vane', email: '', phone: '' },
      maintenance_control: { phone: '' },
      address: null,
      languages: ['en'],
    });
    const address = { ...draft.address, city: 'Leeds' };
    expect(customerBody({ ...draft, address }).address).toEqual(address);
  });

  it('[T-P01] shows a server error of a nested field next to the field', () => {
    expect(formFaults({ 'contact.email': ['Wrong'], name: ['Taken'] })).toEqual({
      contact_email: ['Wrong'],
      name: ['Taken'],
    });
  });
});
