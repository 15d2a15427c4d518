import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../test-screen.tsx';
import { pad } from '../../test-signature.ts';
import { speakPortuguese, startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';
import { damageOf, figuresOf, REGIONS, reportOf, reportRow, surveyOf } from './test-check.ts';

afterAll(() => vi.doUnmock('signature_pad'));
vi.mock('signature_pad', () => import('../../test-signature.ts'));

const LIMIT_MS = 20_000;
const LISTS = '/vehicle-check/api/';

let asked: URL[] = [];
let sent: { call: string; body: unknown }[] = [];
/** Header by which the server recognises a repeated request. */
let keys: (string | null)[] = [];
let damages = [damageOf()];
let surveys = [surveyOf()];
let rows = [reportRow()];
/** Fields of the list response besides its rows. */
let counted: object = {};
/** Prefixes of the paths that fail. */
let broken: string | null = null;

const paged = (results: readonly unknown[], csv = '/vehicle-check/api/csv/STD/11/?search=a') => ({
  count: results.length,
  count_is_limit: false,
  results,
  csv,
});

/** The calls of these screens. */
function answerTo({ pathname: path, searchParams: query }: URL): unknown {
  const of = (part: string) => path.startsWith(`${LISTS}${part}`);
  if (path === '/api/user/regions/') return REGIONS;
  if (path === '/api/region_stats/3/') return figuresOf(3, 'North');
  if (path === '/api/region_depots_stats/3/') {
    return { region: { id: 3, name: 'North' }, depots: [figuresOf(11, 'Leeds')] };
  }
  if (path === '/api/depot_stats/11/') return figuresOf(11, 'Leeds');
  if (of('day_vehicles/')) {
    return {
      day: '2026-11-20',
      count: 1,
      sums: { checks: 2, open_damages: 0, defects_open: 1, defects_overdue: 0 },
      results: [
        {
          vehicle: reportRow().vehicle,
          checks: 2,
          report: { id: 31, type: 'STD', depot: 11, date: '2026-11-20T08:00:00Z' },
          is_used: true,
          is_off_road: false,
          open_damages: 0,
          defects_open: 1,
          defects_overdue: 0,
        },
      ],
    };
  }
  if (of('depot_report/')) return { ...paged(rows), ...counted };
  if (of('depot_gatecheck/')) return paged([reportRow({ id: 33, type: 'GTC' })]);
  if (of('depot_damages/')) {
    const isFixed = (one: { fixed_at: string | null }) => one.fixed_at !== null;
    return paged(query.get('state') === 'fixed' ? damages.filter(isFixed) : damages);
  }
  if (of('depot_damaged_vehicles/')) {
    const { vehicle } = reportRow();
    const oldest = '2026-11-12T08:00:00Z';
    return paged([{ vehicle, open_damages: 2, major_damages: 1, oldest, off_road: true }]);
  }
  const letter = {
    id: 41,
    reference_number: 'NOT-41',
    date: '2026-11-19T10:00:00Z',
    vehicle: { id: 7, registration: 'AB12 CDE' },
    driver: 'Mia Hill',
    subject: 'Check not done',
  };
  if (of('notice_letter_drivers/')) {
    return paged([{ id: 5, first_name: 'Mia', surname: 'Hill' }]);
  }
  if (of('depot_notice_letters/')) return paged([letter]);
  if (of('notice_letter/')) {
    const text = 'Please check the vehicle\nevery day.';
    return { ...letter, depot: null, text, signature: null, signed_name: 'Olu Adeyemi' };
  }
  if (of('report_details/')) return reportOf();
  if (of('gatecheck_details/')) return reportOf({ id: 33, type: 'GTC' });
  if (of('report_damage_history/')) return paged(damages);
  if (of('unfixed_damages_report/')) return paged(damages.filter((one) => one.fixed_at === null));
  if (path === '/api/fmt/simple_vehicle_list/') {
    return paged([
      {
        id: 7,
        registration: 'AB12 CDE',
        type: 'VAN',
        vehicle_type: { reference: 'FUEL', name: 'Diesel' },
        manufacturer_model: null,
      },
    ]);
  }
  if (path === '/api/audit_survey_report/61/') return surveys[0];
  if (path === '/api/audit_survey_report/') return paged(surveys);
  return undefined;
}

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  asked = [];
  sent = [];
  keys = [];
  damages = [damageOf(), damageOf({ id: 52, part: 'rear', severity: 'minor' })];
  surveys = [surveyOf()];
  rows = [reportRow()];
  counted = {};
  broken = null;
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = options.method ?? 'GET';
    if (method !== 'GET') {
      const body =
        options.body instanceof FormData
          ? Object.fromEntries(options.body)
          : JSON.parse(String(options.body));
      keys.push(new Headers(options.headers).get('Idempotency-Key'));
      sent.push({ call: `${method} ${url.pathname}`, body });
      if (method === 'DELETE') return new Response(null, { status: 204 });
      if (method === 'PATCH') damages = damages.slice(1);
      return new Response(JSON.stringify(method === 'POST' ? surveyOf() : damageOf()));
    }
    asked.push(url);
    if (broken !== null && url.pathname.startsWith(broken)) {
      return new Response('{"detail":"Too busy"}', { status: 503 });
    }
    const answer = answerTo(url);
    return answer === undefined
      ? new Promise<Response>(() => undefined)
      : new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const last = (part: string) => asked.filter(({ pathname }) => pathname.includes(part)).at(-1);
const button = (name: string | RegExp) =>
  screen.findByRole('button', { name }, { timeout: LIMIT_MS });
const panel = async (name: string | RegExp) =>
  within(await screen.findByRole('region', { name }, { timeout: LIMIT_MS }));
const row = async (name: RegExp) => screen.findByRole('row', { name }, { timeout: LIMIT_MS });
const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Lists' }, { timeout: LIMIT_MS }));

describe('the screen of a region', () => {
  it('[L-P02] [R-070] shows a card per depot with its counts, which opens the depot', async () => {
    await openScreen('/vehiclecheck/region/3');
    await screen.findByRole('heading', { name: 'North', level: 1 }, { timeout: LIMIT_MS });
    const card = (await screen.findByRole('heading', { name: 'Leeds' })).closest('li');
    for (const text of [
      'Vehicles8',
      'Checked on the day5',
      'Missing checks2',
      'Open damages6',
      'Off the road1',
    ]) {
      expect(card?.textContent).toContain(text);
    }
    await userEvent.click(within(card as HTMLElement).getByRole('link', { name: 'Leeds' }));
    await waitFor(() => expect(window.location.pathname).toBe('/vehiclecheck/depot/11'));
  });

  it('[L-01] [R-071] shows the totals of the region in the URL', async () => {
    await openScreen('/vehiclecheck/region/3');
    await screen.findByRole('heading', { name: 'North', level: 1 }, { timeout: LIMIT_MS });
    const tiles = screen.getByLabelText('Figures');
    await waitFor(() => expect(tiles.textContent).toContain('75 %'));
    expect(tiles.textContent).toContain('12 of 16');
    expect(tiles.textContent).toContain('1 overdue');
    expect(last('region_stats')?.pathname).toContain('/3/');
  });

  it('[L-P02] [L-09] opens the vehicles that a count of the region or a depot counts', async () => {
    await openScreen('/vehiclecheck/region/3');
    await screen.findByRole('heading', { name: 'Leeds' }, { timeout: LIMIT_MS });
    const links = await screen.findAllByRole('link', { name: '2' });
    const hrefs = links.map((link) => link.getAttribute('href'));
    expect(hrefs).toContain('/vehiclecheck/region?fleet=missing&region=3&day=2026-11-21');
    expect(hrefs).toContain('/vehiclecheck/depot?fleet=missing&depot=11&day=2026-11-21');
  });

  it('[L-09] lists the vehicles of a day with their sums, and filters them', async () => {
    await openScreen('/vehiclecheck/region?fleet=checks&day=2026-11-20');
    const table = within(await screen.findByRole('table', { name: 'Vehicles of a day' }));
    expect(await table.findByRole('link', { name: 'AB12 CDE' })).toBeTruthy();
    expect(screen.getByText(/^1 vehicle: 2 checks, 0 open damages, 1 open defects/)).toBeTruthy();
    const last = () => asked.filter(({ pathname }) => pathname.endsWith('day_vehicles/')).at(-1);
    expect(last()?.searchParams.get('state')).toBe('checks');
    expect(last()?.searchParams.get('day')).toBe('2026-11-20');
    await userEvent.selectOptions(screen.getByLabelText('Figure'), 'Used without a check');
    await waitFor(() => expect(last()?.searchParams.get('state')).toBe('missing'));
    await userEvent.selectOptions(screen.getByLabelText('Figure'), 'All vehicles');
    await waitFor(() => expect(last()?.searchParams.has('state')).toBe(false));
    expect(window.location.pathname).toBe('/vehiclecheck/region');
  });

  it('[R-070] requests the day in the URL', async () => {
    await openScreen('/vehiclecheck/region/3?date=2026-11-20');
    await waitFor(() => expect(last('region_stats')?.searchParams.get('date')).toBe('2026-11-20'));
  });
});

describe('server errors', () => {
  it.each([
    ['[R-071]', '/vehiclecheck/region/3', '/api/region_stats/', 'Checked on the day5'],
    ['[R-115]', '/vehiclecheck/depot/11?type=VEH&open=7', `${LISTS}depot_damages/`, 'Dent behind'],
  ])(
    '%s of %s is said beside what it does, and asked for again',
    async (_id, address, path, rest) => {
      broken = path;
      await openScreen(address);
      expect(await screen.findByText('Too busy', {}, { timeout: LIMIT_MS })).toBeTruthy();
      await waitFor(() => expect(document.body.textContent).toContain(rest), { timeout: LIMIT_MS });
      broken = null;
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByText('Too busy')).toBeNull(), { timeout: LIMIT_MS });
    },
  );
});

describe('the screen of a depot', () => {
  it('[L-P03] has counts on its tabs, and rows with date, registration, driver and result', async () => {
    await openScreen('/vehiclecheck/depot/11');
    const text = (await row(/AB12 CDE/)).textContent;
    for (const part of ['20/11/26', 'Mia Hill', 'Failed', '1 defect', 'Hurried']) {
      expect(text).toContain(part);
    }
    expect((await tabs()).getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Standard20',
      'Audit2',
      'Handover3',
      'Driver40',
      'Damages',
      'Gate checks5',
      'Damaged vehicles',
      'Notice letters',
    ]);
  });

  it('[S-14] requests its days as YYYY-MM-DD', async () => {
    await openScreen('/vehiclecheck/depot/11?startDate=2026-11-03&endDate=2026-11-05');
    await row(/AB12 CDE/);
    const { searchParams } = last('depot_report') as URL;
    for (const name of ['start_date', 'end_date']) {
      expect(searchParams.get(name)).toMatch(/^2026-\d\d-\d\d$/);
    }
  });

  it('[L-02] [L-14] [R-114] requests the standard reports of the depot in the URL', async () => {
    await openScreen('/vehiclecheck/depot/11');
    await row(/AB12 CDE/);
    expect(last('depot_report')?.pathname).toContain('/11/');
    expect(Object.fromEntries(last('depot_report')?.searchParams ?? [])).toMatchObject({
      type: 'STD',
      start_date: '2026-10-25',
      end_date: '2026-11-21',
      page: '1',
    });
    expect(last('depot_stats')?.searchParams.get('start_date')).toBe('2026-10-25');
  });

  it.each([
    ['[L-15]', 'Audit', 'depot_report', 'AUD'],
    ['[L-16]', 'Handover', 'depot_report', 'HND'],
    ['[L-17]', 'Driver', 'depot_report', 'DRV'],
    ['[L-18]', 'Damages', 'depot_damages', 'DMG'],
    ['[L-19]', 'Gate checks', 'depot_gatecheck', 'GTC'],
    ['[L-20]', 'Damaged vehicles', 'depot_damaged_vehicles', 'VEH'],
    ['[L-21]', 'Notice letters', 'depot_notice_letters', 'NOT'],
  ])('%s [L-P01] [L-23] %s asks %s for %s', async (_id, name, call, type) => {
    await openScreen('/vehiclecheck/depot/11');
    await userEvent.click(
      (await tabs()).getByRole('button', { name: new RegExp(`^${name}( [0-9]+)?$`) }),
    );
    await waitFor(() => expect(last(call)?.searchParams.get('type')).toBe(type));
    expect(new URLSearchParams(window.location.search).get('type')).toBe(type);
  });

  it('[L-13] sort order, search and result are in the URL and in the query', async () => {
    await openScreen('/vehiclecheck/depot/11?type=DRV&page=2');
    await row(/AB12 CDE/);
    expect(last('depot_report')?.searchParams.get('page')).toBe('2');
    await userEvent.click(screen.getByRole('button', { name: 'Registration' }));
    await waitFor(() =>
      expect(last('depot_report')?.searchParams.get('ordering')).toBe('registration'),
    );
    expect(last('depot_report')?.searchParams.get('page')).toBe('1');
    await userEvent.selectOptions(screen.getByLabelText('Result'), 'Failed');
    await userEvent.type(screen.getByRole('searchbox'), 'ab{Enter}');
    await waitFor(() => expect(last('depot_report')?.searchParams.get('search')).toBe('ab'));
    expect(last('depot_report')?.searchParams.get('result')).toBe('fail');
  });

  it('[R-125] [L-P03] downloads the CSV from the URL in the list response', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
    const click = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined);
    await openScreen('/vehiclecheck/depot/11');
    await row(/AB12 CDE/);
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(new URL(address, 'http://localhost'));
      return new Response('a;b');
    });
    await userEvent.click(await button('Download CSV'));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(last('csv/STD')?.search).toBe('?search=a');
  });

  it('[R-P07] [L-23] shows a count that is a lower limit as such', async () => {
    counted = { count: 10_000, count_is_limit: true };
    await openScreen('/vehiclecheck/depot/11');
    await row(/AB12 CDE/);
    expect(screen.getByText('1–50 of 10,000+')).toBeTruthy();
  });

  it('[L-P03] shows an empty state for days without reports', async () => {
    rows = [];
    await openScreen('/vehiclecheck/depot/11');
    expect(
      await screen.findByText('No standard checks in these days', {}, { timeout: LIMIT_MS }),
    ).toBeTruthy();
  });
});

describe('report details', () => {
  it('[L-P04] [R-119] shows items with answer, comment and photographs, large on a click, and the signature', async () => {
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    await openScreen('/vehiclecheck/depot/11');
    await userEvent.click(await button(/^View AB12 CDE/));
    const report = await panel('Standard check of AB12 CDE');
    expect(await report.findByText('Nearside rear below the limit')).toBeTruthy();
    expect(report.getByText('Tyres and wheel fixing')).toBeTruthy();
    expect(report.getByText('1 item in order')).toBeTruthy();
    expect(report.getByRole('img', { name: 'Signature' }).getAttribute('src')).toBe(
      '/api/files/9/',
    );
    expect(report.getByText('0 min 41 s')).toBeTruthy();
    // Two of the item, and the one that belongs to no item.
    expect(report.getAllByRole('button', { name: 'Photograph 1, large' })).toHaveLength(4);
    await userEvent.click(
      report.getAllByRole('button', { name: 'Photograph 2, large' })[0] as Element,
    );
    expect(screen.getByRole('img', { name: 'Photograph 2 of 2', hidden: true })).toBeTruthy();
    expect(window.location.search).toContain('open=31');
  });

  it('[A-06] shows built-in sections and points in the language of the reader', async () => {
    await speakPortuguese();
    await openScreen('/vehiclecheck/depot/11?type=STD&open=31');
    expect(await screen.findByText('Pneus e fixação das rodas')).toBeTruthy();
    expect(screen.getByText('Buzina')).toBeTruthy();
    expect(screen.getByText('Na cabina')).toBeTruthy();
  });

  it('[L-19] [R-120] requests a gate check from the gate check call', async () => {
    await openScreen('/vehiclecheck/depot/11?type=GTC&open=33');
    expect(await panel('Gate check of AB12 CDE')).toBeTruthy();
    expect(last('gatecheck_details')?.pathname).toBe('/vehicle-check/api/gatecheck_details/33/');
  });

  it('[L-21] [R-121] shows a notice letter', async () => {
    await openScreen('/vehiclecheck/depot/11?type=NOT&open=41');
    const letter = await panel('Check not done');
    expect(letter.getByText(/every day\./)).toBeTruthy();
    expect(letter.getByText('Olu Adeyemi')).toBeTruthy();
  });
});

describe('notice letters', () => {
  it('[R-118] [L-21] creates one for a vehicle found by search, and shows missing fields', async () => {
    await openScreen('/vehiclecheck/depot/11?type=NOT&open=new');
    const form = await panel('New notice letter');
    await userEvent.click(form.getByText('Save'));
    expect(form.getAllByText(/^“.+” is required\.$/)).toHaveLength(3);
    expect(sent).toEqual([]);
    await userEvent.type(form.getByLabelText(/^Registration/), 'AB12');
    await userEvent.click(await form.findByText('AB12 CDE', {}, { timeout: LIMIT_MS }));
    await userEvent.type(form.getByLabelText(/^Subject/), 'Check not done');
    await userEvent.type(form.getByLabelText(/^Letter/), 'Please check it.');
    await userEvent.click(form.getByRole('button', { name: 'Change Driver', hidden: true }));
    const mia = await form.findByRole(
      'row',
      { name: 'Mia Hill', hidden: true },
      { timeout: LIMIT_MS },
    );
    await userEvent.click(mia);
    expect(form.getByText('Mia Hill is selected')).toBeTruthy();
    await userEvent.click(form.getByText('Sign Here'));
    act(() => void pad.end());
    await userEvent.click(form.getByText('Signature Complete'));
    await userEvent.click(form.getByText('Save'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      call: 'POST /vehicle-check/api/depot_notice_letters/11/',
      body: {
        vehicle: '7',
        driver: '5',
        subject: 'Check not done',
        text: 'Please check it.',
        signed_name: 'Morgan Manager',
        signature: expect.any(File),
      },
    });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const signature = (sent[0]?.body as { signature?: File } | undefined)?.signature;
    expect([signature?.type, await signature?.text()]).toEqual(['image/png', 'hello']);
  });
});

describe('damages', () => {
  it('[L-P04] [R-122] [R-124] are numbers on the drawing and texts in the list', async () => {
    await openScreen('/vehiclecheck/depot/11?type=VEH&open=7');
    const vehicle = await panel('Damages of AB12 CDE');
    const number = await vehicle.findByRole('button', { name: 'Damage 1: Left side, Open' });
    expect(vehicle.getByRole('button', { name: 'Damage 2: Rear, Open' })).toBeTruthy();
    await userEvent.click(number);
    expect(number.getAttribute('aria-pressed')).toBe('true');
    const entry = vehicle.getByRole('button', { name: /^1 ?Left side$/ });
    expect(entry.getAttribute('aria-pressed')).toBe('true');
    expect(vehicle.getAllByText('Dent behind the door')).toHaveLength(2);
    expect(last('unfixed_damages_report')?.searchParams.get('vehicle')).toBe('7');
  });

  it('[RP-28] marks one as fixed, which removes it from the list', async () => {
    await openScreen('/vehiclecheck/depot/11?type=DMG&open=7');
    const vehicle = await panel('Damages of AB12 CDE');
    await userEvent.click(
      (await vehicle.findAllByRole('button', { name: 'Mark as fixed: Left side' }))[0] as Element,
    );
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      call: 'PATCH /vehicle-check/api/damages/51/',
      body: { fixed_at: expect.stringMatching(/^2026-11-21T12:/) },
    });
    expect(await screen.findByText('Damage marked as fixed')).toBeTruthy();
    await waitFor(() =>
      expect(vehicle.queryByRole('button', { name: 'Mark as fixed: Left side' })).toBeNull(),
    );
  });

  it('[U-P01] [L-P04] cannot be marked without write permission', async () => {
    await openScreen('/vehiclecheck/depot/11?type=VEH&open=7', testUser({ role: 'READONLY' }));
    const vehicle = await panel('Damages of AB12 CDE');
    await vehicle.findByRole('button', { name: 'Damage 1: Left side, Open' });
    expect(vehicle.queryByRole('button', { name: /^Mark as/ })).toBeNull();
  });
});

describe('audit surveys', () => {
  it('[L-P05] [A-17] [R-126] the other area starts with the audits and their surveys', async () => {
    await openScreen('/audit_survey/depot/11');
    expect((await row(/Olu Adeyemi/)).textContent).toContain('50 %');
    const [first] = (await tabs()).getAllByRole('button');
    expect(first?.textContent).toBe('Audit2');
    expect(first?.getAttribute('aria-current')).toBe('page');
    expect(last('audit_survey_report')?.searchParams.get('depot')).toBe('11');
    await userEvent.click(screen.getByRole('button', { name: 'Vehicle audits' }));
    await waitFor(() => expect(last('depot_report')?.searchParams.get('type')).toBe('AUD'));
  });

  it('[L-P05] [R-126] a region lists those of all its depots above its cards', async () => {
    await openScreen('/audit_survey/region/3');
    expect((await row(/Olu Adeyemi/)).textContent).toContain('Leeds');
    expect(last('audit_survey_report')?.searchParams.get('region')).toBe('3');
    expect(screen.queryByRole('button', { name: /New audit survey/ })).toBeNull();
  });

  it('[L-P05] [R-128] creates one from the default questions', async () => {
    await openScreen('/audit_survey/depot/11');
    await userEvent.click(await button(/New audit survey/));
    const form = await panel('New audit survey');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Answer every question.')).toBeTruthy();
    expect(sent).toEqual([]);
    for (let n = 10; n > 1; n -= 1) {
      await userEvent.click(form.getByRole('button', { name: `Leave out question ${n}` }));
    }
    await userEvent.click(form.getByRole('radio', { name: 'Not in order' }));
    await userEvent.type(form.getByLabelText(/^Comment/), 'Two were not');
    expect(form.getByRole('status').textContent).toBe('Score so far: 0%');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      call: 'POST /api/audit_survey_report/',
      body: {
        depot: 11,
        vehicle: null,
        items: [
          {
            question: 'Vehicles are checked before they leave',
            answer: 'Not in order',
            ok: false,
            comment: 'Two were not',
          },
        ],
      },
    });
  });

  it('[R-127] [R-129] [P-111] opens one, and deletes it after confirmation', async () => {
    await openScreen('/audit_survey/depot/11?open=61');
    const survey = await panel('SRV-61');
    expect(await survey.findByText('Gate is broken')).toBeTruthy();
    await userEvent.click(survey.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog', { hidden: true });
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ call: 'DELETE /api/audit_survey_report/', body: { ids: [61] } });
  });
});
