import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../../public/locales/en.json';
import pt from '../../../public/locales/pt.json';
import { MemoryStore } from '../../test-outbox.ts';
import { takeTexts } from '../../ui/page-texts/texts.ts';
import { CheckForm } from './check-form.tsx';
import type { Walkaround } from './use-walkaround.ts';
import { type Draft, newDraft, type Start } from './walkaround-model.ts';
import { checks } from './walkaround-outbox.ts';

const item = (name: string, area: 'tyres' | 'other') => ({
  section: 'Outside',
  name,
  area,
  hint: '',
});
const VEHICLE = { id: 12, registration: 'ab12 cde', type: 'VAN', code_digest: null } as const;
const TEMPLATE: Start['templates'][number] = {
  id: 3,
  vehicle_type: 'VAN',
  version: 1,
  items: [item('Number plate', 'other'), item('Tyres', 'tyres')],
};
const START: Start = {
  person: { id: 7, name: 'Ann Miles' },
  distance_unit: 'MLS',
  photo_limit: 20,
  short_check: 60,
  templates: [TEMPLATE],
  own_texts: { en: {}, pt: {} },
  vehicles: [VEHICLE],
  has_more: false,
};

let store: MemoryStore<Draft>;
let sent: Draft[];
const user = userEvent.setup();

function show(changed: Partial<Draft> = {}, other: Partial<Walkaround> = {}) {
  const first = {
    ...newDraft(START, VEHICLE, TEMPLATE, { reportKey: 'check-1', nowMs: Date.now() }),
    ...changed,
  };
  const page = {
    send: async (draft: Draft) => void sent.push(draft),
    discard: async (draft: Draft) => store.removeDraft(draft),
    ...other,
  } as unknown as Walkaround;
  render(<CheckForm first={first} known={{ start: START, behindMs: 0 }} page={page} />);
}
const group = (name: string) => screen.getByRole('group', { name });
const tap = (point: string, result: string) =>
  user.click(within(group(point)).getByRole('radio', { name: result }));

beforeEach(() => takeTexts('en', en));
beforeEach(() => {
  store = new MemoryStore();
  sent = [];
  vi.spyOn(checks, 'store').mockResolvedValue(store);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the check on a phone', () => {
  it('[RP-27] stores every tap, and sends nothing before every item is answered', async () => {
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('AB12 CDE');
    await tap('Number plate', 'OK');
    expect((await store.draftOf())?.answers[0]).toMatchObject({ result: 'ok' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Points not answered yet: 1.')).toBeTruthy();
    await tap('Tyres', 'Defect');
    expect(screen.getByText('Describe what is wrong.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^Major/ }));
    // A major defect of tyres takes the vehicle off the road, and the driver is notified.
    expect(screen.getByText('Do not drive this vehicle.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'What is wrong?' }), 'Worn to the cords');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('heading', { level: 2, name: 'Finish' })).toBeTruthy();
    expect(screen.getByText(/Checks under 60 seconds are marked/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign off and send' }));
    expect(screen.getByText('Sign the check.')).toBeTruthy();
    expect(screen.getByText('Enter the odometer as a whole number.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('[RP-27] sends a complete check as it was answered', async () => {
    const ok = { result: 'ok', severity: null, note: '', photos: [] } as const;
    show({ answers: [ok, ok], isFinishing: true, signature: 'data:image/png;base64,AAAA' });
    await user.type(screen.getByRole('textbox', { name: /^Odometer \(miles\)/ }), '48210');
    expect(screen.getByText('No defects found.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign off and send' }));
    expect(sent).toMatchObject([{ odometer: '48210', answers: [ok, ok] }]);
  });

  it('[RP-27] restarts a check of yesterday', () => {
    show({ startedAtMs: Date.now() - 13 * 3_600_000 });
    expect(screen.getByRole('button', { name: 'Check it again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('[RP-27] shows that the phone is full: while answering, and when sending', async () => {
    const ok = { result: 'ok', severity: null, note: '', photos: [] } as const;
    const noRoom = async () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    const keep = vi.spyOn(store, 'keepDraft').mockImplementation(noRoom);
    show(
      { answers: [ok, ok], isFinishing: true, signature: 'data:image/png;base64,AAAA' },
      {
        send: noRoom,
      },
    );
    await user.type(screen.getByRole('textbox', { name: /^Odometer/ }), '4');
    expect(screen.getByText(/^This could not be saved/)).toBeTruthy();
    expect(screen.queryByText('Saved on this phone.')).toBeNull();
    keep.mockRestore();
    await user.type(screen.getByRole('textbox', { name: /^Odometer/ }), '8');
    expect(screen.queryByText(/^This could not be saved/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign off and send' }));
    expect(screen.getByText(/^This could not be saved/)).toBeTruthy();
  });

  it('[RP-27] does not continue a check that another tab sent', async () => {
    const load = vi.fn(async () => undefined);
    show({}, { load });
    await tap('Number plate', 'OK');
    const kept = await store.draftOf();
    if (kept === undefined) throw new Error('there is no draft');
    await store.finish(kept);
    await tap('Tyres', 'OK');
    expect(screen.getByText(/^This check was sent or replaced in another window/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show it' }));
    expect(load).toHaveBeenCalledOnce();
  });
});

it('[A-06] [L-P01] built-in points are in the language of the driver, texts of the customer as typed', () => {
  takeTexts('pt', pt);
  const template = { ...TEMPLATE, items: [item('Tyres', 'tyres'), item('TYRES', 'tyres')] };
  show({ template, answers: [null, null] });
  expect(
    screen.getAllByRole('group').map((one) => one.querySelector('legend')?.textContent),
  ).toEqual(expect.arrayContaining(['Pneus', 'TYRES']));
  expect(screen.getByRole('heading', { name: 'No exterior' })).toBeDefined();
});

describe('a combination', () => {
  const TRAILER = {
    id: 20,
    registration: 'tr101',
    type: 'STR',
    kind: 'semi_trailer',
    code_digest: null,
  } as const;
  const template = { ...TEMPLATE, id: 9, items: [item('Coupling security', 'other')] };
  const start: Start = { ...START, trailers: [TRAILER], trailer_template: template };

  it('is chosen by the driver, and asks for the items of the trailer', async () => {
    const first = newDraft(start, VEHICLE, TEMPLATE, { reportKey: 'check-1', nowMs: Date.now() });
    const page = {} as unknown as Walkaround;
    render(<CheckForm first={first} known={{ start, behindMs: 0 }} page={page} />);
    expect(screen.getByText('No trailer is coupled.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add trailer' }));
    await user.type(screen.getByLabelText('Number of the trailer'), 'tr1{Enter}');
    expect(screen.queryByText(/Points not answered yet/)).toBeNull();
    await user.click(await screen.findByRole('button', { name: /TR101/ }));
    expect(await screen.findByRole('heading', { name: 'Trailer TR101' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add trailer' }));
    expect(screen.queryByRole('button', { name: 'TR101 Trailer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await tap('Coupling security', 'OK');
    expect(screen.getByText('1 of 3', { exact: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove tr101' }));
    expect(screen.queryByRole('group', { name: 'Coupling security' })).toBeNull();
  });
});
