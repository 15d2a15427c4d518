import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { type ChosenVehicle, VehicleAutocomplete } from './vehicle-autocomplete.tsx';

const asked: { url: string; answer: (results: number) => void; signal: AbortSignal | undefined }[] =
  [];

const vehicle = (id: number) => ({
  id,
  registration: `AB1${id} CDE`,
  type: 'VAN',
  vehicle_type: { reference: 'FUEL', name: 'Ford Transit' },
});

beforeAll(startTestTexts);
beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal?: AbortSignal }) =>
      new Promise((done) => {
        const answer = (count: number) =>
          done(
            new Response(
              JSON.stringify({
                count,
                results: Array.from({ length: count }, (_, index) => vehicle(index)),
              }),
            ),
          );
        asked.push({ url, answer, signal });
      }),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const chosen: (ChosenVehicle | null)[] = [];
function Host() {
  const [selected, setSelected] = useState<ChosenVehicle | null>(null);
  const change = (next: ChosenVehicle | null) => {
    chosen.push(next);
    setSelected(next);
  };
  return <VehicleAutocomplete selected={selected} onChange={change} />;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (text: string) => {
  const input = screen.getByRole<HTMLInputElement>('combobox');
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  return input;
};

async function search(text: string, results: number): Promise<HTMLInputElement> {
  const input = type(text);
  await wait(600);
  asked.at(-1)?.answer(results);
  await wait(0);
  return input;
}

describe('vehicle autocomplete', () => {
  it('[P-097] has its placeholder', () => {
    render(<Host />);
    expect(screen.getByPlaceholderText('Search a vehicle/asset...')).toBeTruthy();
  });

  it('[P-106] searches 600 ms after typing', async () => {
    render(<Host />);
    type('ab1');
    await wait(599);
    expect(asked).toHaveLength(0);
    await wait(1);
    expect(asked).toHaveLength(1);
  });

  it('[S-27] [P-107] [R-097] requests the first 15 by registration', async () => {
    render(<Host />);
    type('ab1');
    await wait(600);
    expect(asked[0]?.url).toBe(
      '/api/fmt/simple_vehicle_list/?pageSize=15&page=1&ordering=registration&search=ab1',
    );
  });

  it('[P-104] searches from three characters, once per term', async () => {
    render(<Host />);
    type('ab');
    await wait(700);
    expect(asked).toHaveLength(0);
    type('ab1');
    await wait(700);
    type('ab1 ');
    await wait(700);
    expect(asked).toHaveLength(1);
    type('ab12');
    await wait(700);
    expect(asked).toHaveLength(2);
  });

  it('[P-105] a newer search replaces an older one', async () => {
    render(<Host />);
    type('ab1');
    await wait(600);
    type('ab12');
    expect(asked[0]?.signal?.aborted).toBe(true);
    await wait(600);
    expect(asked).toHaveLength(2);
  });

  it('[P-098] [P-099] [P-102] shows count, term, and rows with icon, registration and type', async () => {
    render(<Host />);
    await search('ab1', 2);
    expect(screen.getByRole('status').textContent).toBe('2 results for "ab1"');
    const [row] = screen.getAllByRole('option');
    expect(row?.querySelector('img')?.getAttribute('src')).toBe(
      '/icons/vehicle-types/van-icon.svg',
    );
    expect(row?.textContent).toBe('AB10 CDEVan');
  });

  it('[P-100] [P-101] after a selection the registration is shown with a clear icon, which removes it', async () => {
    render(<Host />);
    const input = await search('ab1', 1);
    fireEvent.click(screen.getByRole('option'));
    expect(input.value).toBe('AB10 CDE');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the vehicle' }));
    expect(input.value).toBe('');
    expect(chosen.at(-1)).toBeNull();
  });

  it('[P-103] the list closes 600 ms after leaving the field', async () => {
    render(<Host />);
    const input = await search('ab1', 1);
    fireEvent.blur(input);
    await wait(599);
    expect(screen.queryByRole('listbox')).not.toBeNull();
    await wait(1);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('the keyboard moves and selects', async () => {
    render(<Host />);
    const input = await search('ab1', 3);
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(chosen.at(-1)).toMatchObject({ id: 1, registration: 'AB11 CDE' });
  });
});
