import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { stretchesOf, type TachographDay, totalsOf } from './tachograph.ts';

const FILE = {
  id: 5,
  name: 'C_Ann.DDD',
  kind: 'driver_card',
  generation: '1',
  source: 'upload',
  received_at: '2026-06-01T08:00:00.000Z',
  received_from: 'Ada Hill',
  size_bytes: 21_000,
  sha256: 'ab'.repeat(32),
  card_number: 'DB123456789012',
  card_nation: 'UK',
  card_holder: 'Ann Woods',
  registration: null,
  vin: null,
  first_day: '2026-05-01',
  last_day: '2026-05-31',
  signature: 'valid',
  problem_count: 1,
  driver: null,
  vehicle: null,
  customer: 1,
};
const change = (minute: number, activity: string, more: object = {}) => ({
  slot: 'driver',
  minute,
  activity,
  crew: false,
  card_inserted: true,
  ...more,
});
const DAY = {
  date: '2026-05-31',
  distance_km: 312,
  changes: [
    change(0, 'rest', { card_inserted: false }),
    change(360, 'work'),
    change(390, 'drive', { crew: true }),
    change(1000, 'rest', { card_inserted: false, crew: true }),
  ],
} as TachographDay;
const CONTENT = {
  identification: [{ name: 'surname', value: 'Woods' }],
  days: [DAY],
  vehicles: [],
  cards: [],
  places: [],
  events: [
    {
      type: 'card_conflict',
      begin_at: '2026-05-30T10:00:00Z',
      end_at: null,
      registration: 'N2 BBB',
      card_number: null,
      max_speed_kmh: null,
    },
  ],
  faults: [],
  conditions: [],
  controls: [],
  calibrations: [],
  speeds: [],
  signatures: [{ name: 'events_data', generation: 1, result: 'unverified', reason: 'no_root_key' }],
  problems: [
    { code: 'truncated', where: 'places', offset: 40, expected_bytes: 1121, found_bytes: 900 },
  ],
};
const user = userEvent.setup();
let sent: { name: string; method: string }[];

beforeAll(startTestTexts);
const ARCHIVE = [
  { name: 'C_1.ddd', state: 'stored', id: 6, reason: null, code: null },
  { name: 'C_2.ddd', state: 'repeated', id: 7, reason: null, code: null },
  { name: 'x.txt', state: 'rejected', id: null, reason: 'Not a download.', code: 'x' },
];

beforeEach(() => {
  localStorage.clear();
  sent = [];
  answerCalls({
    '/api/tachograph/files/5/': () => FILE,
    '/api/tachograph/files/5/content/': () => CONTENT,
    '/api/tachograph/files/': () => ({ count: 1, count_is_limit: false, results: [FILE] }),
    '/api/tachograph/drivers/': () => ({ count: 0, results: [] }),
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!(init.body instanceof FormData)) return get(address, init);
    const file = init.body.get('file') as File;
    sent.push({ name: file.name, method: init.method ?? '' });
    if (file.name === 'letter.ddd')
      return new Response(JSON.stringify({ detail: 'No download.', code: 'x' }), { status: 400 });
    const archive = file.name === 'cards.zip' ? ARCHIVE : null;
    return new Response(
      JSON.stringify({
        file: archive === null ? FILE : null,
        is_repeated: file.name === 'again.ddd',
        archive,
      }),
      { status: 201 },
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const manager = () => testUser({ modules: ['accessTachoGraf'] });

describe('a day of activities', () => {
  it('is cut into stretches; without a card only entries by hand are known', () => {
    const stretches = stretchesOf(DAY, 'driver', true);
    expect(
      stretches.map(({ activity, fromMin, toMin, crew }) => [activity, fromMin, toMin, crew]),
    ).toEqual([
      ['unknown', 0, 360, false],
      ['work', 360, 390, false],
      ['drive', 390, 1000, true],
      ['rest', 1000, 1440, false],
    ]);
    expect(totalsOf(stretches)).toEqual({
      unknown: 360,
      work: 30,
      drive: 610,
      rest: 440,
      available: 0,
    });
    expect(stretchesOf(DAY, 'co_driver', false)).toEqual([]);
  });
});

describe('the screen of files', () => {
  it('[U-20] sends many files and shows the result of each', async () => {
    await openScreen('/tachograph', manager());
    expect(await screen.findByText('Ann Woods')).toBeTruthy();
    const files = ['new.ddd', 'again.ddd', 'letter.ddd'].map((name) => new File(['x'], name));
    await user.upload(screen.getByLabelText('Choose files'), files);
    expect(await screen.findByText('No download.')).toBeTruthy();
    expect(screen.getByText('Stored')).toBeTruthy();
    expect(screen.getByText('Already stored')).toBeTruthy();
    expect(sent.map(({ name }) => name)).toEqual(['new.ddd', 'again.ddd', 'letter.ddd']);
  });

  it('shows the result of each file of an archive', async () => {
    await openScreen('/tachograph', manager());
    await screen.findByText('Ann Woods');
    const archive = new File(['x'], 'cards.zip');
    await user.upload(screen.getByLabelText('Choose files'), archive);
    const list = (await screen.findByText('cards.zip › C_1.ddd')).closest('ul') as HTMLElement;
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      'cards.zip › C_1.ddd Stored',
      'cards.zip › C_2.ddd Already stored',
      'cards.zip › x.txt Not a download.',
    ]);
    expect(screen.queryByText('Uploading…')).toBeNull();
  });

  it('shows one file: days, events in words, signatures and problems', async () => {
    await openScreen('/tachograph/5', manager());
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Woods' })).toBeTruthy();
    expect(screen.getByText(/Driving 10/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Events and faults' }));
    expect(await screen.findByText('Card conflict')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Signatures and problems' }));
    const problems = await screen.findByRole('table', { name: 'Problems' });
    expect(within(problems).getByText('Cut short')).toBeTruthy();
    expect(screen.getByText('No root key is configured for this chain')).toBeTruthy();
  });
});
