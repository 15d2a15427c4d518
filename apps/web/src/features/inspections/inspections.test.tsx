import { DEFAULT_BRAKE_LIMITS } from '@roadworthy/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

const LIMIT_MS = 30_000;

let sent: FormData[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  answerCalls({
    '/safety-inspection/api/inspections/': (_url, init) => {
      if (init?.method !== 'POST') return { count: 0, count_is_limit: false, results: [] };
      sent.push(init.body as FormData);
      return { id: 1 };
    },
    '/api/brake_tests/vehicles/8/': () => ({
      kind: 'rigid',
      category: 'goods',
      tyre_positions: ['Axle 1 nearside', 'Axle 3 offside outer'],
      limits: DEFAULT_BRAKE_LIMITS,
    }),
    '/api/brake_tests/vehicles/9/': () => ({
      kind: 'semi_trailer',
      category: 'trailer',
      tyre_positions: ['Axle 1 nearside', 'Axle 1 offside', 'Axle 2 nearside', 'Axle 2 offside'],
      limits: DEFAULT_BRAKE_LIMITS,
    }),
    '/api/fmt/simple_vehicle_list/': () => ({
      count: 2,
      count_is_limit: false,
      results: [
        {
          id: 9,
          registration: 'TR41 LER',
          type: 'STR',
          vehicle_type: { id: 1, reference: 'FUEL', name: 'Diesel' },
          manufacturer_model: null,
        },
        {
          id: 8,
          registration: 'BR4 KES',
          type: 'STR',
          vehicle_type: { id: 1, reference: 'FUEL', name: 'Diesel' },
          manufacturer_model: null,
        },
      ],
    }),
    '/api/fault_notes/': () => ({
      results: [
        {
          id: 3,
          title: 'P0301',
          note: 'Look at the coil',
          by: 'Ann',
          at: '2026-05-01T06:00:00Z',
          answer: '',
        },
        {
          id: 4,
          title: 'P0301',
          note: 'And the plugs',
          by: 'Ann',
          at: '2026-05-01T06:00:00Z',
          answer: '',
        },
      ],
    }),
    '/api/inspectors/': () => ({ count: 0, results: [] }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a new safety inspection', () => {
  it('[W-02] has the items of the sheet, and asks for each result', {
    timeout: LIMIT_MS,
  }, async () => {
    const user = userEvent.setup();
    await openScreen('/inspections?open=new');
    const vehicle = await screen.findByRole('combobox', { name: /^Registration/ });
    await user.type(vehicle, 'BR4');
    await user.click(await screen.findByRole('option', { name: /BR4 KES/ }));
    const sheet = screen.getByRole('combobox', { name: /^Sheet/ }) as HTMLSelectElement;
    await waitFor(() => expect(sheet.value).toBe('rigid'));
    expect(screen.queryByRole('combobox', { name: 'Fifth wheel' })).toBeNull();
    await user.selectOptions(sheet, 'tractor');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Fifth wheel' }), 'repaired');
    await user.type(screen.getByLabelText('Finding: Fifth wheel'), 'Greased');
    await user.type(screen.getByLabelText('Answer to “Look at the coil”'), 'Cracked');
    await user.type(screen.getByLabelText(/^Inspector/), 'R. Kaur');
    // The list behind the panel has a filter of the same name.
    const outcome = screen.getAllByRole('combobox', { name: /^Result/ }).at(-1) as HTMLElement;
    await user.selectOptions(outcome, 'roadworthy');
    await user.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    expect(await screen.findAllByText(/items have no result/)).not.toEqual([]);
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Mark the other items as in order' }));
    await user.type(screen.getByLabelText('Axle 1 nearside, tread (mm)'), '7.5');
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Method/ }), 'ebpms');
    await user.type(screen.getByLabelText('Service brake (%)'), '58');
    await user.click(screen.getByLabelText(/I have reviewed/));
    const result = within(screen.getByRole('status', { name: 'Result' }));
    expect(result.getByText('Sufficient')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^(Save|Add|Create)/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const form = sent[0];
    const items = JSON.parse(String(form?.get('items'))) as { name: string; result: string }[];
    expect(items.find(({ name }) => name === 'Fifth wheel')).toMatchObject({
      result: 'repaired',
      note: 'Greased',
      repaired_by: 'R. Kaur',
    });
    expect(items.filter(({ result: one }) => one === 'ok').length).toBe(items.length - 1);
    expect(JSON.parse(String(form?.get('brake_test')))).toMatchObject({
      method: 'ebpms',
      service: 58,
      is_reviewed: true,
    });
    const answers = JSON.parse(String(form?.get('fault_notes'))) as object[];
    expect(answers).toEqual([{ id: 3, answer: 'Cracked' }]);
    expect([form?.get('vehicle'), form?.get('is_roadworthy')]).toEqual(['8', 'true']);
    const tyres = JSON.parse(String(form?.get('tyres'))) as object[];
    expect(tyres).toEqual([
      { position: 'Axle 1 nearside', tread_mm: 7.5, pressure_kpa: null },
      { position: 'Axle 3 offside outer', tread_mm: null, pressure_kpa: null },
    ]);
  });

  it('[W-02] has the sheet and the wheels of a trailer', { timeout: LIMIT_MS }, async () => {
    const user = userEvent.setup();
    await openScreen('/inspections?open=new');
    const vehicle = await screen.findByRole('combobox', { name: /^Registration/ });
    await user.type(vehicle, 'TR4');
    await user.click(await screen.findByRole('option', { name: /TR41 LER/ }));
    const sheet = screen.getByRole('combobox', { name: /^Sheet/ }) as HTMLSelectElement;
    await waitFor(() => expect(sheet.value).toBe('trailer'));
    expect(screen.getByRole('combobox', { name: 'Kingpin or drawbar eye' })).toBeTruthy();
    const wheels = screen.getAllByLabelText(/, tread \(mm\)$/);
    expect(wheels).toHaveLength(4);
    expect(screen.queryByLabelText('Axle 3 nearside, tread (mm)')).toBeNull();
  });
});
