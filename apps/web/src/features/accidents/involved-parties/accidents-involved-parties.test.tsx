import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../../test-texts.ts';
import { InvolvedParties } from './accidents-involved-parties.tsx';
import type { InvolvedParty } from './accidents-involved-parties-party.ts';

let given: readonly InvolvedParty[] = [];
let keys = 0;

beforeAll(startTestTexts);
afterEach(cleanup);

function Block(props: Partial<Parameters<typeof InvolvedParties>[0]>) {
  const [parties, setParties] = useState<readonly InvolvedParty[]>(props.parties ?? []);
  given = parties;
  const newKey = () => {
    keys += 1;
    return `party-${keys}`;
  };
  return (
    <InvolvedParties
      label="People"
      newKey={newKey}
      {...props}
      parties={parties}
      onChange={setParties}
    />
  );
}
const user = userEvent.setup();
const cards = () =>
  screen.queryAllByRole('listitem').filter((one) => one.matches('[data-part=party-card]'));

describe('the involved parties block', () => {
  it('[P-162] [P-173] starts with one empty card', async () => {
    render(<Block />);
    await screen.findByPlaceholderText('Witness Name');
    expect(cards()).toHaveLength(1);
    expect(given).toHaveLength(1);
    expect(given[0]?.driver_name).toBe('');
  });

  it('[P-178] [P-182] shows witness fields unless the type is "other"', async () => {
    render(<Block />);
    expect(await screen.findByPlaceholderText('Witness Name')).toBeTruthy();
    cleanup();
    render(<Block type="other" />);
    await screen.findByPlaceholderText('Party Name');
    expect(screen.queryByPlaceholderText('Witness Name')).toBeNull();
  });

  it('[P-180] [P-181] defaults to one person in the vehicle, not injured', async () => {
    render(<Block type="other" />);
    const count = await screen.findByLabelText<HTMLInputElement>(/^Number in vehicle/);
    expect(count.value).toBe('1');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Injured' }).checked).toBe(false);
    expect(given[0]).toMatchObject({ number_in_vehicle: 1, injured: false });
  });

  it.each([
    ['[P-163]', /^Party Name/, 'Petra', { driver_name: 'Petra' }],
    ['[P-164]', 'Phone', '0770', { phone_number: '0770' }],
    ['[P-165]', 'Registration', 'XY1', { registration: 'XY1' }],
    ['[P-166]', /^Number in vehicle/, '3', { number_in_vehicle: 3 }],
    ['[P-170]', 'Damage or people/property details', 'Door', { people_property_details: 'Door' }],
  ])('%s takes the field %s', async (_, label, typed, expected) => {
    render(<Block type="other" />);
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, typed);
    expect(given[0]).toMatchObject(expected);
  });

  it('[P-167] accepts photos for a party', async () => {
    render(<Block type="other" />);
    await screen.findByLabelText(/^Party Name/);
    const inputs = cards()[0]?.querySelectorAll<HTMLInputElement>('input[type=file]');
    expect(inputs?.[0]?.accept).toBe('image/*');
    expect(inputs?.[0]?.disabled).toBe(false);
  });

  it('[P-168] [P-169] [P-179] asks for injuries of other parties, not of witnesses', async () => {
    render(<Block type="other" />);
    expect(await screen.findByPlaceholderText('Party Name')).toBeTruthy();
    expect(screen.queryByLabelText('Injury details')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Injured' }));
    await user.type(screen.getByLabelText('Injury details'), 'A cut');
    expect(given[0]).toMatchObject({ injured: true, injury_details: 'A cut' });
    cleanup();
    render(<Block type="witness" />);
    await screen.findByPlaceholderText('Witness Name');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('[P-176] [P-177] shows required-field errors after a field was visited', async () => {
    render(<Block type="other" />);
    const name = await screen.findByLabelText(/^Party Name/);
    expect(screen.queryByText('Party Name is required.')).toBeNull();
    await user.click(name);
    await user.tab();
    expect(screen.getByText('Party Name is required.')).toBeTruthy();
    await user.clear(screen.getByLabelText(/^Number in vehicle/));
    expect(screen.getByText('Number in vehicle is required.')).toBeTruthy();
    cleanup();
    render(<Block />);
    await user.click(await screen.findByLabelText(/^Witness Name/));
    await user.tab();
    expect(screen.getByText('Witness Name is required.')).toBeTruthy();
  });

  it('[P-172] [OP-006] offers another card when all are valid', async () => {
    render(<Block />);
    const name = await screen.findByLabelText(/^Witness Name/);
    expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull();
    await user.type(name, 'Will');
    expect(screen.getByRole('button', { name: 'Add another' })).toBeTruthy();
    cleanup();
    render(<Block hideAddWhile="valid" />);
    await screen.findByLabelText(/^Witness Name/);
    expect(screen.getByRole('button', { name: 'Add another' })).toBeTruthy();
  });

  it('[P-171] [P-174] [P-175] adds a card, focuses its name, and deletes one', async () => {
    render(<Block />);
    await user.type(await screen.findByLabelText(/^Witness Name/), 'Will');
    await user.click(screen.getByRole('button', { name: 'Add another' }));
    expect(cards()).toHaveLength(2);
    expect(given).toHaveLength(2);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByLabelText(/^Witness Name/)[1]),
    );
    await user.click(screen.getByRole('button', { name: 'Delete Will' }));
    expect(cards()).toHaveLength(1);
    expect(given[0]?.driver_name).toBe('');
  });

  it('[P-183] [P-184] [P-185] accepts five photos per party', async () => {
    const photos = Array.from({ length: 5 }, (_, n) => new File(['x'], `${n}.png`));
    const party = {
      ...{ key: 'a', driver_name: 'Will', phone_number: '', registration: '' },
      ...{ number_in_vehicle: 1, injured: false, injury_details: '', people_property_details: '' },
      photos,
    };
    URL.createObjectURL = () => 'blob:photo';
    URL.revokeObjectURL = () => undefined;
    render(<Block parties={[party]} />);
    expect(await screen.findByText(/5 file\(s\) uploaded \(5 max\)/)).toBeTruthy();
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    expect(input?.disabled).toBe(true);
  });
});
