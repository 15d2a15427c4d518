import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { investigation } from '../../investigations/test-investigation.ts';
import { activity } from '../test-records.ts';

let answer: (url: URL) => unknown;
let asked: URL[];
let opened: unknown[];
const user = userEvent.setup();
const row = activity(7, { total_investigations_count: 2 });

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  opened = [];
  asked = answerCalls({
    '/api/vehicle_activities/7/investigations/': (url) => answer(url),
    '/api/vehicle_activities/7/investigations/5/': () => investigation(),
    '/api/vehicle_activities/7/investigation_options/': () => ({
      templates: [
        { id: 1, title: 'Late service', activity_type: 10, activity_type_name: 'Service' },
        { id: 2, title: 'Failed MOT', activity_type: 6, activity_type_name: 'MOT' },
      ],
      assignees: [{ id: 4, first_name: 'Ada', last_name: 'Hill' }],
    }),
    '/api/vehicle_activities/7/trail/': () => [],
    '/api/vehicle_activities/7/': () => row,
    '/api/vehicle_activities/': () => ({
      count: 1,
      count_is_limit: false,
      results: [row],
    }),
    '/api/vehicle_activity_types/': () => ({ count: 0, results: [] }),
    '/api/vehicles_group_list/': () => ({ count: 0, vehicle_groups: [] }),
    '/api/vehicles_group_list_small/': () => [],
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return get(address);
    opened.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(investigation()), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async () => {
  await openScreen('/vehicle-file/activity?vehicleId=all&activity=7');
  return screen.findByRole('region', { name: 'Vehicle File Details' });
};
const pages = () =>
  asked.filter(({ pathname }) => pathname.endsWith('/investigations/')).map(({ search }) => search);

describe('investigation items of an activity', () => {
  const two = () => {
    answer = () => ({
      count: 2,
      results: [
        investigation(),
        investigation({ id: 6, status: 'complete' as 'COMPLETE', assignee: null, due_date: null }),
      ],
    });
    return open();
  };

  it('[G-28] are counted on the button of their activity', async () => {
    await two();
    const badge = await screen.findByText('2', { selector: '.count-badge' });
    expect(badge.closest('button')?.getAttribute('aria-label')).toContain('AB12 CDE');
  });

  it('[I-06] [I-10] [I-P01] each shows assignee and status', async () => {
    const panel = await two();
    expect(pages()).toEqual(['?page=1&pageSize=25']);
    expect(within(panel).getByText('Investigation Items')).toBeTruthy();
    await within(panel).findAllByText('Failed MOT');
    const [first, second] = panel.querySelectorAll<HTMLElement>('[data-part=investigation-item]');
    for (const text of ['Failed MOT', 'Pending', 'Ada Hill', '01/12/26', 'AB12 CDE', 'Leeds']) {
      expect(first?.textContent, text).toContain(text);
    }
    expect(second?.textContent).toContain('Unassigned');
  });

  it('[I-34] are complete in lower case as well', async () => {
    const panel = await two();
    await within(panel).findAllByText('Failed MOT');
    const [first, second] = panel.querySelectorAll<HTMLElement>('[data-part=investigation-item]');
    expect(first?.textContent).not.toContain('Complete');
    expect(second?.textContent).toContain('Complete');
    expect(second?.textContent).not.toContain('Pending');
  });

  it('[I-07] [I-24] link to their page, which links back', async () => {
    const panel = await two();
    await within(panel).findAllByText('Failed MOT');
    const [link] = within(panel).getAllByRole('link', { name: 'View Investigation Details' });
    expect(link?.getAttribute('href')).toBe('/vehicle-file/activity/7/investigation/5');
    await user.click(link as HTMLElement);
    const back = await screen.findByRole('link', { name: 'Go Back' });
    expect(back.getAttribute('href')).toBe('/vehicle-file/activity?vehicleId=all&activity=7');
  });

  it('[I-08] [I-11] shows that there are none, or that they could not be loaded', async () => {
    answer = () => ({ count: 0, results: [] });
    const panel = await open();
    expect(await within(panel).findByText('No investigations found')).toBeTruthy();
    cleanup();
    answer = () => new Response('{"detail":"no"}', { status: 500 });
    expect(await within(await open()).findByText('Failed to load investigations')).toBeTruthy();
  });

  it('[I-09] [I-P02] [OP-100] has pages of 25, 50 or 75 from 26 on', async () => {
    answer = () => ({ count: 25, results: [investigation()] });
    let panel = await open();
    await within(panel).findByText('Failed MOT');
    expect(within(panel).queryByRole('navigation', { name: 'Pages' })).toBeNull();
    expect(pages()).toEqual(['?page=1&pageSize=25']);
    cleanup();
    answer = () => ({ count: 26, results: [investigation()] });
    panel = await open();
    const pager = await within(panel).findByRole('navigation', { name: 'Pages' });
    const sizes = within(pager).getAllByRole('option');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['25', '50', '75']);
    await user.click(within(pager).getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(pages().at(-1)).toBe('?page=2&pageSize=25'));
  });

  it('[I-P04] one is opened manually with the template of the type', async () => {
    answer = () => ({ count: 0, results: [] });
    const panel = await open();
    await user.click(await within(panel).findByRole('button', { name: 'Open an investigation' }));
    const dialog = screen.getByRole('dialog');
    const template = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: /^Template/ });
    await waitFor(() => expect(template.value).toBe('2'));
    await user.selectOptions(
      within(dialog).getByRole('combobox', { name: 'Assignee' }),
      'Ada Hill',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(opened).toEqual([{ template: 2, assignee: 4 }]));
  });
});
