import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { InvolvedParties } from './involved-parties.tsx';
import type { InvolvedParty } from './party.ts';

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
const cards = () => screen.queryAllByRole('listitem').filter((one) => one.matches('.party-card'));

describe('the involved parties block', () => {
  it('[P-162] [P-173] [P-178] [P-180] [P-181] [P-182] starts with one empty card, of a witness', async () => {
    render(<Block />);
    expect(await screen.findByPlaceholderText('Witness Name')).toBeTruthy();
    expect(cards()).toHaveLength(1);
    expect(given[0]).toMatchObject({ driver_name: '', number_in_vehicle: 1, injured: false });
  });

  it('[P-163] [P-164] [P-165] [P-166] [P-167] [P-170] has its fields and takes photographs', async () => {
    render(<Block type="other" />);
    await user.type(await screen.findByLabelText(/^Party Name/), 'Petra');
    await user.type(screen.getByLabelText('Phone'), '0770');
    await user.type(screen.getByLabelText('Registration'), 'XY1');
    await user.clear(screen.getByLabelText(/^Number in vehicle/));
    await user.type(screen.getByLabelText(/^Number in vehicle/), '3');
    await user.type(screen.getByLabelText('Damage or people/property details'), 'Door');
    expect(given[0]).toMatchObject({
      driver_name: 'Petra',
      phone_number: '0770',
      registration: 'XY1',
      number_in_vehicle: 3,
      people_property_details: 'Door',
    });
    expect(document.querySelector('input[type=file]')).not.toBeNull();
  });

  it('[P-168] [P-169] [P-179] asks others for injuries, a witness never', async () => {
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

  it('[P-176] [P-177] says what is missing once somebody was there', async () => {
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

  it('[P-171] [P-172] [P-174] [P-175] [OP-006] adds once all cards are valid, focuses the new one, deletes', async () => {
    render(<Block />);
    const name = await screen.findByLabelText(/^Witness Name/);
    expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull();
    await user.type(name, 'Will');
    await user.click(screen.getByRole('button', { name: 'Add another' }));
    expect(cards()).toHaveLength(2);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByLabelText(/^Witness Name/)[1]),
    );
    await user.click(screen.getByRole('button', { name: 'Delete Will' }));
    expect(cards()).toHaveLength(1);
    expect(given[0]?.driver_name).toBe('');
    cleanup();
    render(<Block hideAddWhile="valid" />);
    await screen.findByLabelText(/^Witness Name/);
    expect(screen.getByRole('button', { name: 'Add another' })).toBeTruthy();
  });

  it('[P-183] [P-184] [P-185] takes five photographs of a party', async () => {
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
