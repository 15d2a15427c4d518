import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { dismiss, toastStore } from '../../../ui/toast.ts';
import { activity, activityType } from '../test-records.ts';
import { Request } from './test-request.ts';

const vehicle = {
  id: 12,
  registration: 'AB12 CDE',
  type: 'VAN',
  vehicle_type: { reference: 'DIESEL', name: 'Diesel' },
  manufacturer_model: null,
  permission: null,
};
const TYPES = [
  activityType(6, 'MOT', { name: 'MOT', schedule_type: 2, require_user_date_input: true }),
  activityType(7, 'SAFETY_INSPECTION', { name: 'Safety inspection', schedule_type: 3 }),
  activityType(8, 'PMI_FORM', { name: 'PMI form' }),
  activityType(9, 'OTHER', { name: 'Other' }),
];
let asked: URL[];
/** The interval of the types' schedule. */
let interval: string;
const lists = () => asked.filter(({ pathname }) => pathname === '/api/vehicle_activities/');
const toasts = () =>
  toastStore.get().map(({ title, text }) => [title, text].filter(Boolean).join(': '));

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('XMLHttpRequest', Request);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
  localStorage.clear();
  interval = '1y';
  Request.all = [];
  Request.status = 201;
  Request.body = { ...activity(5), unqualified_to_approve_schedules: false };
  for (const { id } of toastStore.get()) dismiss(id);
  asked = answerCalls({
    '/api/vehicle_activities/': () => ({ count: 0, count_is_limit: false, results: [] }),
    '/api/vehicle_activity_types/': ({ pathname }) => {
      const one = TYPES.find(({ id }) => pathname.endsWith(`/${id}/`));
      return one ?? { count: TYPES.length, results: TYPES };
    },
    '/api/vehicles_group_list/': () => ({
      count: 1,
      vehicle_groups: [
        { id: 3, name: 'Leeds', vehicles: [{ id: 12, registration: 'AB12 CDE', type: 'VAN' }] },
      ],
    }),
    '/api/schedule_types/': () => ({
      id: 2,
      name: 'MOT',
      category: 'MOT',
      interval,
      window: '1m',
      vehicle_types: [],
      due_date: '2026-12-01T00:00:00Z',
    }),
    '/api/fmt/paginated_vehicles_v2/': () => ({
      count: 1,
      results: [vehicle],
      vehicles: [vehicle],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const field = <E extends HTMLElement>(name: RegExp) =>
  within(panel()).getByRole<E>('combobox', { name });
const PANEL = { name: 'Add New Vehicle Document' };
const panel = () => screen.getByRole('region', PANEL);
const send = () => within(panel()).getByRole<HTMLButtonElement>('button', { name: 'Send' });
const description = () =>
  within(panel()).getByRole<HTMLInputElement>('textbox', { name: /^Description/ });
const attach = (file: File) => {
  const input = panel().querySelector<HTMLInputElement>('input[type=file]');
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
};
const pdf = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });

async function openPanel(user = testUser()): Promise<void> {
  await openScreen('/vehicle-file/activity', user);
  await userEvent.click(await screen.findByRole('button', { name: /Add new document/ }));
  await screen.findByRole('region', PANEL);
  const search = field<HTMLInputElement>(/^Vehicle/);
  fireEvent.focus(search);
  fireEvent.change(search, { target: { value: 'AB12' } });
  await userEvent.click(await screen.findByRole('option', { name: /AB12 CDE/ }));
}

async function choose(type: string, status: string | null = 'Pass'): Promise<void> {
  await within(panel()).findByRole('option', { name: type });
  await userEvent.selectOptions(field(/^Activity type/), type);
  const statuses = field<HTMLSelectElement>(/^Status/);
  if (status !== null && !statuses.disabled) await userEvent.selectOptions(statuses, status);
}

describe('new document', () => {
  it('[H-01] [H-67] [R-096] searches the vehicle by the panel’s call', async () => {
    await openPanel();
    const found = asked.find(({ pathname }) => pathname.endsWith('paginated_vehicles_v2/'));
    expect(Object.fromEntries(found?.searchParams ?? [])).toEqual({
      pageSize: '25',
      page: '1',
      ordering: 'registration',
      search: 'AB12',
    });
  });

  it('[H-08] [H-09] removing or changing the vehicle clears the activity type', async () => {
    await openPanel();
    await choose('Other');
    const type = () => field<HTMLSelectElement>(/^Activity type/).selectedOptions[0]?.text;
    expect(type()).toBe('Other');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Clear the vehicle' }));
    await waitFor(() => expect(type()).not.toBe('Other'));
    const search = field<HTMLInputElement>(/^Vehicle/);
    fireEvent.focus(search);
    fireEvent.change(search, { target: { value: 'AB12' } });
    await userEvent.click(await screen.findByRole('option', { name: /AB12 CDE/ }));
    await within(panel()).findByRole('option', { name: 'MOT' });
    expect(type()).not.toBe('Other');
  });

  it('[H-P06] a month after the last of January ends in February', async () => {
    vi.setSystemTime(Date.parse('2027-01-31T12:00:00Z'));
    interval = '1m';
    await openPanel();
    await choose('MOT');
    const card = await within(panel()).findByRole('region', { name: 'Schedule' });
    expect(card.textContent).toContain('Next due28/02/27');
  });

  it('[H-19] a type without a day can be sent without one', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    expect(within(panel()).queryByText(/^Are you sure/)).toBeNull();
    expect(send().disabled).toBe(false);
  });

  it('[H-49] a day of more than six months ago shows a warning', async () => {
    await openPanel();
    await choose('MOT');
    const warned = () =>
      within(panel()).queryByText(
        'The manual upload date is more than 6 months in the past. Are you sure the date is correct?',
      );
    expect(warned()).toBeNull();
    await userEvent.click(within(panel()).getByRole('button', { name: /^Activity fulfilled at/ }));
    for (let month = 11; month > 4; month -= 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    }
    await userEvent.click(screen.getByRole('button', { name: /^Thursday,? 2 April 2026/ }));
    expect(warned()).not.toBeNull();
  });

  it('[H-25] [H-26] [H-27] a type without specific statuses offers Pass and Fail', async () => {
    await openPanel();
    await choose('Other');
    const options = field<HTMLSelectElement>(/^Status/).options;
    expect([...options].map(({ text }) => text)).toEqual(['-- Choose --', 'Pass', 'Fail']);
  });

  it('[H-30] [H-P03] [V-22] a type offers its statuses if its flag is set', async () => {
    const statuses = [{ id: 9, name: 'Splendid', do_not_create_schedule_activities: true }];
    const own = { use_activity_statuses_on_ui: true, statuses };
    TYPES.push(activityType(21, 'OWN', { name: 'Own', schedule_type: 2, ...own }));
    TYPES.push(
      activityType(22, 'FLAT', { name: 'Flat', ...own, use_activity_statuses_on_ui: false }),
    );
    await openPanel();
    await choose('Own', 'Splendid');
    const texts = () => [...field<HTMLSelectElement>(/^Status/).options].map(({ text }) => text);
    expect(texts()).toEqual(['-- Choose --', 'Splendid']);
    const card = await within(panel()).findByRole('region', { name: 'Schedule' });
    expect(card.textContent).toContain('does not change the schedule');
    await choose('Flat');
    expect(texts()).toEqual(['-- Choose --', 'Pass', 'Fail']);
    TYPES.splice(-2);
  });

  it('[V-24] [Q-13] [R-009] sends each field as a part, except empty ones', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), ' To Leeds ');
    await userEvent.click(send());
    const form = Request.all[0]?.form;
    expect(Object.fromEntries(form ?? [])).toEqual({
      vehicle: '12',
      activity_type: 'OTHER',
      description: 'To Leeds',
      status: 'Pass',
    });
  });

  it('[H-64] a type with a schedule is sent as the scheduled type of the query', async () => {
    await openPanel();
    await choose('MOT');
    await userEvent.type(description(), 'MOT pass');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Yes' }));
    attach(pdf);
    await userEvent.click(send());
    const [request] = Request.all;
    const { searchParams } = new URL(request?.address ?? '', 'http://localhost');
    expect(searchParams.get('scheduled_activity_type')).toBe('6');
    expect(request?.form.has('activity_type')).toBe(false);
    expect(request?.form.get('activity_fulfilled_at')).toBe('2026-11-21T00:00:00Z');
  });

  it('[H-68] searches the vehicle 300 ms after typing', async () => {
    await openScreen('/vehicle-file/activity');
    await userEvent.click(await screen.findByRole('button', { name: /Add new document/ }));
    const searches = () =>
      asked.filter(({ pathname }) => pathname.endsWith('paginated_vehicles_v2/'));
    vi.useFakeTimers();
    const search = field<HTMLInputElement>(/^Vehicle/);
    fireEvent.focus(search);
    const before = searches().length;
    fireEvent.change(search, { target: { value: 'AB12' } });
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(searches()).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(searches()).toHaveLength(before + 1);
  });

  it('[H-07] offers the types for the type of the vehicle', async () => {
    await openPanel();
    await within(panel()).findByRole('option', { name: 'MOT' });
    expect(
      asked.some(
        ({ pathname, searchParams }) =>
          pathname === '/api/vehicle_activity_types/' && searchParams.get('vehicle_type') === 'VAN',
      ),
    ).toBe(true);
  });

  it('[H-02] [H-11] [R-164] a type loads its statuses', async () => {
    await openPanel();
    await choose('MOT');
    const status = field<HTMLSelectElement>(/^Status/);
    expect([...status.options].map(({ text }) => text)).toEqual([
      '-- Choose --',
      'Pass',
      'Fail',
      'PRS',
    ]);
    expect(asked.some(({ pathname }) => pathname === '/api/vehicle_activity_types/6/')).toBe(true);
  });

  it('[H-10] [H-12] [R-167] a type loads its schedule, and another removes it', async () => {
    await openPanel();
    await choose('MOT');
    const status = field<HTMLSelectElement>(/^Status/);
    const card = await within(panel()).findByRole('region', { name: 'Schedule' });
    expect(card.textContent).toContain('NameMOT');
    expect(card.textContent).toContain('Interval1 year');
    expect(card.textContent).toContain('Due date01/12/26');
    expect(card.textContent).toContain('Next due21/11/27');
    await userEvent.selectOptions(status, 'Fail');
    expect(card.textContent).toContain('does not change the schedule');
    await choose('Other');
    expect(within(panel()).queryByRole('region', { name: 'Schedule' })).toBeNull();
  });

  const status = () => field<HTMLSelectElement>(/^Status/);

  it('[H-14] [H-15] an inspection locks description and status', async () => {
    await openPanel();
    await choose('Safety inspection');
    expect(description().value).toBe('Manual Safety Inspection for AB12 CDE');
    expect(description().readOnly).toBe(true);
    expect([status().value, status().disabled]).toEqual(['Completed', true]);
  });

  it('[H-16] [H-17] a PMI form locks its status alone, and empties the description', async () => {
    await openPanel();
    await choose('Safety inspection');
    await choose('PMI form');
    expect([status().value, status().disabled]).toEqual(['Completed', true]);
    expect([description().value, description().readOnly]).toEqual(['', false]);
  });

  it('[H-20] [H-22] [H-P02] the day needs confirmation before sending', async () => {
    await openPanel();
    await choose('MOT');
    await userEvent.type(description(), 'MOT pass');
    expect(
      within(panel()).getByText(
        'Are you sure you want to create this vehicle file item with a date of: 21/11/2026?',
      ),
    ).toBeTruthy();
    expect(send().disabled).toBe(true);
    await userEvent.click(within(panel()).getByRole('button', { name: 'Yes' }));
    expect(send().disabled).toBe(false);
  });

  it('[H-04] [H-21] [H-47] another day needs confirmation again, and no day after today is offered', async () => {
    await openPanel();
    await choose('MOT');
    await userEvent.type(description(), 'MOT pass');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Yes' }));
    await userEvent.click(within(panel()).getByRole('button', { name: /^Activity fulfilled at/ }));
    const day = await screen.findByRole<HTMLButtonElement>('button', { name: /22 November 2026/ });
    expect(day.disabled).toBe(true);
    await userEvent.click(
      screen.getByRole('button', { name: /Monday 2 November 2026|Monday, 2 November 2026/ }),
    );
    expect(send().disabled).toBe(true);
    await userEvent.click(within(panel()).getByRole('button', { name: 'No' }));
    expect(within(panel()).getByRole('button', { name: /: No date$/ })).toBeTruthy();
    expect(send().disabled).toBe(true);
  });

  it.each([
    ['Pacific/Auckland', '2026-11-20T11:30:00Z', '2026-11-21'],
    ['America/Los_Angeles', '2026-11-21T05:00:00Z', '2026-11-20'],
    ['Europe/London', '2026-06-01T23:30:00Z', '2026-06-02'],
  ])(
    '[H-18] [H-47] [H-48] today in %s at %s is %s, sent as its midnight in UTC',
    async (time_zone, now, day) => {
      vi.setSystemTime(Date.parse(now));
      const { user, ...rest } = testUser();
      await openPanel({ ...rest, user: { ...user, prefs: { ...user.prefs, time_zone } } });
      await choose('MOT');
      await userEvent.type(description(), 'MOT pass');
      await userEvent.click(
        within(panel()).getByRole('button', { name: /^Activity fulfilled at/ }),
      );
      const days = [...document.querySelectorAll<HTMLButtonElement>('td button:not(:disabled)')];
      const shown = (iso: string) =>
        new Date(iso).toLocaleDateString('en-GB', {
          day: 'numeric',
          month: 'long',
          timeZone: 'UTC',
        });
      expect(days.at(-1)?.getAttribute('aria-label')).toContain(shown(day));
      await userEvent.keyboard('{Escape}');
      await userEvent.click(within(panel()).getByRole('button', { name: 'Yes' }));
      attach(pdf);
      await userEvent.click(send());
      const [request] = Request.all;
      expect(request?.form.get('activity_fulfilled_at')).toBe(`${day}T00:00:00Z`);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      expect(
        new URL(request?.address ?? '', 'http://localhost').searchParams.get('time_zone'),
      ).toBe(zone);
    },
  );

  it('[H-41] [H-51] [H-52] the description shows its maximum length', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'M');
    expect(within(panel()).getByText('Minimum length is 2')).toBeTruthy();
    fireEvent.change(description(), { target: { value: 'M'.repeat(91) } });
    expect(within(panel()).getByText('Maximum length is 90')).toBeTruthy();
    expect(send().disabled).toBe(true);
  });

  it('[H-05] [H-50] the description is required', async () => {
    await openPanel();
    await choose('Other');
    fireEvent.change(description(), { target: { value: 'M' } });
    fireEvent.change(description(), { target: { value: '' } });
    fireEvent.blur(description());
    expect(within(panel()).getByText('This field is required')).toBeTruthy();
  });

  it('[H-03] [H-46] a status is marked as required, and required to send', async () => {
    await openPanel();
    await choose('Other', null);
    await userEvent.type(description(), 'To Leeds');
    attach(pdf);
    const status = field<HTMLSelectElement>(/^Status/);
    expect([status.value, status.getAttribute('aria-required')]).toEqual(['', 'true']);
    expect(send().disabled).toBe(true);
    expect(Request.all).toHaveLength(0);
    await userEvent.selectOptions(status, 'Fail');
    await userEvent.click(send());
    expect(Request.all[0]?.form.get('status')).toBe('Fail');
  });

  it('[H-44] [H-45] a schedule requires a document to send', async () => {
    await openPanel();
    await choose('Safety inspection');
    await userEvent.click(send());
    expect(within(panel()).getByText('An image is required to submit this document.')).toBeTruthy();
    expect(Request.all).toHaveLength(0);
    attach(pdf);
    await userEvent.click(send());
    expect(Request.all).toHaveLength(1);
    expect(send().disabled).toBe(true);
  });

  it('[H-06] [H-60] [H-61] an image has a preview, a PDF none', async () => {
    await openPanel();
    await choose('Other');
    const inputs = panel().querySelectorAll<HTMLInputElement>('input[type=file]');
    expect(inputs[0]?.accept).toBe('image/*,application/pdf');
    expect(inputs[1]?.getAttribute('capture')).toBe('environment');
    attach(pdf);
    expect(within(panel()).queryByRole('img')).toBeNull();
    await userEvent.click(within(panel()).getByRole('button', { name: 'Remove' }));
    attach(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }));
    expect(await within(panel()).findByRole('img', { name: 'Preview of photo.jpg' })).toBeTruthy();
  });

  it('[H-57] a document of 9,000,000 bytes is too large', async () => {
    await openPanel();
    await choose('Other');
    attach(new File([new Uint8Array(8_999_999)], 'large.pdf', { type: 'application/pdf' }));
    expect(within(panel()).queryByText(/too large/)).toBeNull();
    await userEvent.click(within(panel()).getByRole('button', { name: 'Remove' }));
    attach(new File([new Uint8Array(9_000_000)], 'big.pdf', { type: 'application/pdf' }));
    expect(
      within(panel()).getByText('Image is too large to upload (Upload a doc less than 9mb)'),
    ).toBeTruthy();
  });

  it('[H-24] [H-58] [T-17] sends multipart under the new name; success clears, closes and reloads', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    attach(pdf);
    const before = lists().length;
    await userEvent.click(send());
    const [request] = Request.all;
    const sent = request?.form.get('document') as File;
    expect(sent.name).toBe('certificateAB12CDEOTHER21-11-2026T12:00:00.pdf');
    expect(request?.form.get('description')).toBe('To Leeds');
    expect(request?.form.get('status')).toBe('Pass');
    expect([...(request?.form.values() ?? [])]).not.toContain('');
    expect(request?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    act(() => request?.upload.onprogress?.({ loaded: 40, total: 100 }));
    expect(within(panel()).getByText('40% sent')).toBeTruthy();
    request?.answer();
    await waitFor(() => expect(screen.queryByRole('region', PANEL)).toBeNull());
    expect(toasts()).toEqual(['Document created in vehicle file']);
    await waitFor(() => expect(lists().length).toBeGreaterThan(before));
  });

  it('[T-17] the toast links to a document of another day in the list', async () => {
    Request.body = { ...activity(5), unqualified_to_approve_schedules: false };
    await openPanel();
    await choose('MOT');
    await userEvent.type(description(), 'MOT pass');
    await userEvent.click(within(panel()).getByRole('button', { name: /^Activity fulfilled at/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    await userEvent.click(screen.getByRole('button', { name: /^Friday,? 2 October 2026/ }));
    await userEvent.click(within(panel()).getByRole('button', { name: 'Yes' }));
    attach(pdf);
    await userEvent.click(send());
    Request.all[0]?.answer();
    await userEvent.click(await screen.findByRole('button', { name: 'Show document' }));
    await waitFor(() =>
      expect(lists().at(-1)?.searchParams.get('fulfilled_at_date_range')).toBe(
        '02-10-2026,02-10-2026',
      ),
    );
    expect(lists().at(-1)?.searchParams.get('vehicle')).toBe('12');
    expect(toasts()).toEqual([]);
  });

  /** Sends an inspection for which no schedule was created, with a stopped clock. */
  const inspected = async () => {
    Request.body = { ...activity(5), unqualified_to_approve_schedules: true };
    await openPanel();
    await choose('Safety inspection');
    attach(pdf);
    await userEvent.click(send());
    vi.useFakeTimers();
    Request.all[0]?.answer();
    await act(() => vi.advanceTimersByTimeAsync(2499));
  };

  it('[H-66] [T-18] an inspection is sent as one, and created', async () => {
    await inspected();
    const { searchParams } = new URL(Request.all[0]?.address ?? '', 'http://localhost');
    expect(searchParams.get('scheduled_activity_type_reference')).toBe('SAFETY_INSPECTION');
    expect(Request.all[0]?.form.get('registration')).toBe('AB12 CDE');
    expect(toasts()).toEqual(['Safety Inspection created in vehicle file']);
  });

  it('[T-19] [H-65] the warning comes 2.5 s later', async () => {
    await inspected();
    expect(toasts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(toasts()).toHaveLength(2);
  });

  it('[T-20] [T-21] the warning explains why no schedule was created', async () => {
    await inspected();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(toasts()[1]).toBe(
      'No Schedules Created: The item was saved to Vehicle File, but there were no schedules created as this vehicle has more recent scheduled activities already set.',
    );
  });

  it('[T-22] [S-34] the warning stays until it is closed', async () => {
    await inspected();
    await act(() => vi.advanceTimersByTimeAsync(600_001));
    expect(toasts()).toHaveLength(1);
    expect(toastStore.get()[0]).toMatchObject({ kind: 'warning', timeoutMs: null });
  });

  it('[H-69] [T-15] a 403 shows the text of the server', async () => {
    Request.status = 403;
    Request.body = { detail: 'This depot is closed for documents.' };
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    await userEvent.click(send());
    Request.all[0]?.answer();
    await waitFor(() => expect(toasts()).toEqual(['This depot is closed for documents.']));
  });

  it('[T-16] any other failure is the generic toast, with the server’s errors next to the fields', async () => {
    Request.status = 400;
    Request.body = { detail: 'no', errors: { description: ['Not this word'] } };
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    await userEvent.click(send());
    Request.all[0]?.answer();
    await waitFor(() => expect(toasts()).toEqual(['Field(s) are invalid']));
    expect(within(panel()).getByText('Not this word')).toBeTruthy();
  });

  it('[H-63] a lost connection is retried with the same key; sending can be cancelled', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    await userEvent.click(send());
    act(() => Request.all[0]?.onerror?.());
    await within(panel()).findByText('The connection was lost; trying again…');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(Request.all).toHaveLength(2));
    const [first, second] = Request.all.map(({ headers }) => headers['Idempotency-Key']);
    expect(second).toBe(first);
    await userEvent.click(within(panel()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(send().disabled).toBe(false));
    expect(description().value).toBe('To Leeds');
  });

  it('[H-01] defaults to the vehicle of the list', async () => {
    await openScreen('/vehicle-file/activity?vehicleId=12&panel=new');
    await screen.findByRole('heading', { name: 'Add New Vehicle Document' });
    await waitFor(() => expect(field<HTMLInputElement>(/^Vehicle/).value).toBe('AB12 CDE'));
    await choose('Other');
  });

  it('[H-P01] asks before closing discards input', async () => {
    await openPanel();
    await choose('Other');
    await userEvent.type(description(), 'To Leeds');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard the document?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('region', PANEL)).toBeNull());
  });
});
