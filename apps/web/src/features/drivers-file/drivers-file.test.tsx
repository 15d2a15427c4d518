import type { AnswerOf, contract } from '@roadworthy/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { DriverFile, FileItem } from './drivers-file.ts';

const ANN = { id: 3, first_name: 'Ann', surname: 'Woods' };
const EXPIRED: FileItem = {
  id: 7,
  kind: 'medical',
  title: '',
  driver: ANN,
  state: 'expired',
  due_on: '2026-05-29',
  days_left: -3,
  document: null,
};
const MISSING: FileItem = {
  ...EXPIRED,
  id: 8,
  kind: 'right_to_work',
  state: 'missing',
  due_on: null,
  days_left: null,
};
const LICENCE: DriverFile['documents'][number] = {
  id: 20,
  kind: 'licence',
  title: '',
  number: 'WOODS1',
  country: 'GB',
  issued_on: null,
  expires_on: '2029-01-31',
  hours: null,
  categories: [{ category: 'CE', expires_on: '2028-01-31', codes: ['01'] }],
  points: [],
  source: 'person',
  licence_status: null,
  disqualified_until: null,
  note: '',
  proof: null,
  proof_back: null,
  created_at: '2026-01-01T00:00:00Z',
  created_by: 'Mia Manager',
  checked: { by: 'Mia Manager', at: '2026-01-01T00:00:00Z' },
  version: 4,
};
const FILE: DriverFile = {
  driver: ANN,
  archived: false,
  born_on: '1980-05-29',
  exempt: [],
  exempt_reason: '',
  agency: 'Swift Drivers',
  engaged_until: null,
  version: 2,
  items: [EXPIRED, MISSING].map(({ id: _, driver: __, ...item }) => item),
  documents: [LICENCE],
  points: 0,
  training_hours: 21,
  classes: [
    { class: 'B', may_drive: true, reasons: [], warnings: ['restricted'], codes: ['01'] },
    { class: 'CE', may_drive: false, reasons: ['medical_expired'], warnings: [], codes: [] },
  ],
};
const CHECK: AnswerOf<typeof contract.licenceChecks.read> = {
  obstacle: null,
  mandate: { given_on: '2026-01-05', until: '2029-01-05' },
  state: null,
  failure: null,
  asked_at: null,
  fetched_at: null,
  next_check_at: null,
  holder: null,
  is_other_name: false,
  runs: [],
};
const OVERVIEW = {
  id: 3,
  first_name: 'Ann',
  surname: 'Woods',
  customer: 1,
  customer_name: 'Northgate',
  category: null,
  archived: false,
  vehicles: [],
  personal: null,
  driving: null,
  checks: null,
};

const user = userEvent.setup();
let asked: URL[];
let sent: [method: string | undefined, path: string, body: unknown][];
let failing: object | null;
let file: DriverFile;
/** The licence check before and after it is asked for. */
let before: Partial<typeof CHECK>;
let answer: Partial<typeof CHECK>;

const receive = (answer: () => unknown) => (url: URL, init?: RequestInit) => {
  const { body } = init ?? {};
  sent.push([init?.method, url.pathname, typeof body === 'string' ? JSON.parse(body) : body]);
  return failing === null ? answer() : new Response(JSON.stringify(failing), { status: 400 });
};

freshScreens();
beforeEach(() => {
  asked = [];
  sent = [];
  failing = null;
  file = FILE;
  before = {};
  answer = {};
  answerCalls({
    '/api/overviews/drivers/3/': () => OVERVIEW,
    '/api/drivers_file/settings/': receive(() => ({
      warning_days: 30,
      check_months: 3,
      points_from: 6,
      check_months_with_points: 1,
    })),
    '/api/drivers_file/own/': () => ({
      driver: ANN,
      items: FILE.items,
      classes: FILE.classes,
      points: 0,
      training_hours: 21,
      documents: [{ ...LICENCE, proof: '/api/files/20/' }],
    }),
    '/api/drivers_file/drivers/3/documents/': receive(() => ({ ...LICENCE, id: 21 })),
    '/api/drivers_file/drivers/3/licence_check/': (url, init) => {
      if (init?.method === 'POST') before = answer;
      const check = () => ({ ...CHECK, ...before });
      // Only changes count: the page reads the check when it opens.
      return init?.method === 'POST' ? receive(check)(url, init) : check();
    },
    '/api/drivers_file/drivers/3/': (url, init) =>
      init?.method === 'PUT' ? receive(() => FILE)(url, init) : file,
    '/api/drivers_file/documents/20/proof/': receive(() => LICENCE),
    '/api/drivers_file/documents/20/': (url, init) =>
      init?.method === 'DELETE'
        ? receive(() => new Response(null, { status: 204 }))(url, init)
        : receive(() => LICENCE)(url, init),
    '/api/drivers_file/documents/21/proof/': receive(() => LICENCE),
    '/api/drivers_file/items/7/': () => EXPIRED,
    '/api/drivers_file/': (url) => {
      asked.push(url);
      return { count: 2, results: [EXPIRED, MISSING] };
    },
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (address: string, changed: object = {}) =>
  openScreen(address, testUser({ modules: ['accessEarnedRecognitionDriver'], ...changed }));

it('[U-19] lists what is missing and expires, and filters in the address', async () => {
  await open('/drivers-file');
  const row = (await screen.findByText('Medical', { selector: 'td *, td' })).closest(
    'tr',
  ) as HTMLElement;
  expect(within(row).getByText('Expired')).toBeTruthy();
  expect(within(row).getByText('29/05/26')).toBeTruthy();
  expect(within(row).getByText('-3')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Expires within'), 'Within 30 days');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('days')).toBe('30'));
  await user.click(within(row).getByText('Ann Woods'));
  const link = await screen.findByRole('link', { name: 'Open the file of Ann Woods' });
  expect(link.getAttribute('href')).toBe('/drivers/3?section=file');
});

it('lets an administrator set the intervals, and nobody else', async () => {
  await open('/drivers-file', { role: 'MANAGER' });
  await screen.findAllByText('Ann Woods');
  expect(screen.queryByRole('button', { name: 'Check intervals' })).toBeNull();
  cleanup();
  await open('/drivers-file', { role: 'ADMIN' });
  await user.click(await screen.findByRole('button', { name: 'Check intervals' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check intervals' }));
  const months = await dialog.findByLabelText(/^Months between entitlement checks(?! with)/);
  await user.clear(months);
  await user.type(months, '2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Check intervals saved')).toBeTruthy();
  const put = sent.find(([method]) => method === 'PUT');
  expect(put?.[2]).toMatchObject({ check_months: 2, points_from: 6 });
});

it('says on the driver’s page what the driver may drive, and why not', async () => {
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  const table = within(await screen.findByRole('table', { name: 'May drive' }));
  const lorry = within(table.getByText('CE: lorries with trailer').closest('tr') as HTMLElement);
  expect(lorry.getByText('No')).toBeTruthy();
  expect(lorry.getByText('A medical is due')).toBeTruthy();
  const car = within(table.getByText('B: cars and vans up to 3.5 t').closest('tr') as HTMLElement);
  expect(car.getByText('Yes')).toBeTruthy();
  expect(car.getByText('Restrictions: 01')).toBeTruthy();
});

it('adds a medical with its proof; errors stand beside the field', async () => {
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  const items = within(await screen.findByRole('table', { name: 'What the file must have' }));
  const [first] = items.getAllByRole('button', { name: 'Add' });
  await user.click(first as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add document' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const examined = dialog.getByRole('textbox', { name: /^Examined on/ });
  expect(examined.getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
  await user.type(examined, '01/05/2026');
  const proof = new File(['x'], 'd4.pdf', { type: 'application/pdf' });
  await user.upload(dialog.getByLabelText('Choose a file'), proof);
  failing = { code: 'validation', detail: 'x', errors: { issued_on: ['Not in the future.'] } };
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Not in the future.')).toBeTruthy();
  failing = null;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Document saved')).toBeTruthy();
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]?.[2]).toMatchObject({ kind: 'medical', issued_on: '2026-05-01' });
  expect(sent[2]?.[1]).toBe('/api/drivers_file/documents/21/proof/');
});

it('changes the categories of a licence, and deletes a document after a question', async () => {
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  const documents = within(await screen.findByRole('table', { name: 'Documents' }));
  await user.click(documents.getByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change document' }));
  await user.click(dialog.getByRole('button', { name: 'Add category' }));
  const added = within(dialog.getByRole('group', { name: 'Category 2' }));
  await user.type(added.getByLabelText('Category'), 'D1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(sent.at(-1)).toMatchObject([
      'PUT',
      '/api/drivers_file/documents/20/',
      {
        version: 4,
        categories: [
          { category: 'CE', expires_on: '2028-01-31', codes: ['01'] },
          { category: 'D1', expires_on: null, codes: [] },
        ],
      },
    ]),
  );
  await user.click(await documents.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(sent.at(-1)?.[0]).toBe('DELETE'));
});

it('offers no change of an archived driver, and to people who only read', async () => {
  await open('/drivers/3?section=file', { role: 'READONLY' });
  await screen.findByRole('table', { name: 'Documents' });
  expect(screen.queryByRole('button', { name: 'Add document' })).toBeNull();
  cleanup();
  file = { ...FILE, archived: true, documents: [] };
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  expect(await screen.findByText('No documents yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add document' })).toBeNull();
});

it('records what a driver does not need, with the reason', async () => {
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  await user.click(
    await screen.findByRole('button', { name: 'Engagement, date of birth and exemptions' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Driver CPC card' }));
  await user.type(dialog.getByLabelText('Reason'), 'Vans only');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(sent.at(-1)?.[2]).toEqual({
      born_on: '1980-05-29',
      engaged_until: null,
      exempt: ['cpc_card'],
      exempt_reason: 'Vans only',
      version: 2,
    }),
  );
});

it('asks the DVLA about a licence, and says what came of it', async () => {
  answer = {
    state: 'failed',
    failure: 'no_answer',
    asked_at: '2026-06-01T08:00:00Z',
    next_check_at: '2026-06-01T08:00:40Z',
  };
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/service does not answer.*It is asked again at/)).toBeTruthy();
  expect(sent).toContainEqual(['POST', '/api/drivers_file/drivers/3/licence_check/', undefined]);
});

it('asks for a mandate before the DVLA is asked', async () => {
  before = { obstacle: 'no_mandate', mandate: null };
  await open('/drivers/3?section=file', { role: 'MANAGER' });
  expect(await screen.findByText(/not asked without the mandate/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check now' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add mandate' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLSelectElement>(/^Document/).value).toBe('mandate');
});

it('[U-19] shows drivers what they must have and their documents, without a module', async () => {
  await openScreen('/drivers-file/own', testUser({ role: 'DRIVER', modules: [] }));
  const items = await screen.findByRole('table', { name: 'What the file must have' });
  expect(within(items).getByRole('row', { name: /Medical/ }).textContent).toContain('Expired');
  const card = (await screen.findByText('WOODS1, GB')).closest('li');
  expect(card?.textContent).toContain('31/01/29');
  expect(
    within(card as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain('/api/files/20/');
  expect(screen.queryByRole('button', { name: /Add|Renew|Edit/ })).toBeNull();
});
