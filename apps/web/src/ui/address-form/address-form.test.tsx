import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { type AddressDraft, AddressForm, EMPTY_ADDRESS } from './address-form.tsx';

let told: AddressDraft = EMPTY_ADDRESS;
function Host() {
  const [value, setValue] = useState(EMPTY_ADDRESS);
  const change = (next: AddressDraft) => {
    told = next;
    setValue(next);
  };
  return <AddressForm value={value} faults={{ postcode: ['Too long'] }} onChange={change} />;
}

beforeAll(startTestTexts);
afterEach(cleanup);

describe('an address form', () => {
  it('[O-09] [O-10] has a field for each part of an address, with its error', async () => {
    render(<Host />);
    await userEvent.type(screen.getByLabelText('Display name'), 'North yard');
    await userEvent.type(screen.getByLabelText('Address line'), '1 Mill Lane');
    await userEvent.type(screen.getByLabelText('Address line 2'), 'Unit 4');
    await userEvent.type(screen.getByLabelText('City'), 'Leeds');
    await userEvent.type(screen.getByLabelText('County'), 'West Yorkshire');
    await userEvent.type(screen.getByLabelText('Postcode'), 'LS1 1AA');
    await userEvent.type(screen.getByLabelText('Country'), 'United Kingdom');
    expect(told).toEqual({
      display_name: 'North yard',
      address1: '1 Mill Lane',
      address2: 'Unit 4',
      city: 'Leeds',
      county: 'West Yorkshire',
      postcode: 'LS1 1AA',
      country: 'United Kingdom',
    });
    expect(screen.getByText('Too long')).toBeTruthy();
    expect(screen.getByLabelText('Postcode').getAttribute('aria-invalid')).toBe('true');
  });

  it('[O-11] recommends five characters for the display name, but accepts fewer', async () => {
    render(<Host />);
    expect(screen.getByText('At least 5 characters are easier to recognise.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Display name'), 'Yard');
    expect(told.display_name).toBe('Yard');
    expect(screen.getByLabelText('Display name').getAttribute('aria-invalid')).toBe('false');
  });
});
