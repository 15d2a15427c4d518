import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { activity, activityType } from '../test-records.ts';

export const LIST = '/api/vehicle_activities/';

/** The calls of the vehicle file; new for each test. */
export const server: {
  asked: URL[];
  rows: Activity[];
  answerList: (url: URL) => unknown;
} = { asked: [], rows: [], answerList: () => undefined };

export const searches = () => server.asked.filter(({ pathname }) => pathname === LIST);
export const last = () => Object.fromEntries(searches().at(-1)?.searchParams ?? []);
export const open = (address = '') => openScreen(`/vehicle-file/activity${address}`);
export const table = () => screen.findByRole('table', { name: 'Vehicle File Activity' });

/** Answers the calls of the vehicle file in each test of a file, on a fixed day. */
export function withActivityServer(): void {
  beforeAll(startTestTexts);
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
    localStorage.clear();
    server.rows = [activity(1), activity(2)];
    server.answerList = () => ({
      count: server.rows.length,
      count_is_limit: false,
      results: server.rows,
    });
    const offered = Array.from({ length: 16 }, (_, n) => activityType(n + 6, `TYPE_${n + 6}`));
    const internal = activityType(1, 'DEFECT', { name: 'Defect report', internal_use: true });
    server.asked = answerCalls({
      [LIST]: (url) => server.answerList(url),
      '/api/vehicle_activity_types/': ({ searchParams }) => {
        const isOffered = searchParams.get('remove_internal_use') === 'True';
        const types = isOffered ? offered : [internal, ...offered];
        const [page, size] = [
          Number(searchParams.get('page')),
          Number(searchParams.get('pageSize')),
        ];
        return { count: types.length, results: types.slice((page - 1) * size, page * size) };
      },
      '/api/vehicles_group_list_small/': () => [{ id: 3, name: 'Leeds' }],
      '/api/fmt/simple_vehicle_list/': ({ searchParams }) => ({
        count: 1,
        results: [{ id: 12, registration: 'AB12 CDE', type: 'VAN' }].filter(({ registration }) =>
          registration.includes(searchParams.get('search') ?? ''),
        ),
      }),
      '/api/vehicles_group_list/': () => ({
        count: 1,
        vehicle_groups: [
          { id: 3, name: 'Leeds', vehicles: [{ id: 12, registration: 'AB12 CDE', type: 'VAN' }] },
        ],
      }),
      [`${LIST}1/investigations/`]: () => ({ count: 0, results: [] }),
      [`${LIST}1/trail/`]: () => [
        {
          id: 2,
          at: '2026-11-21T09:00:00Z',
          by: 'Alex Admin',
          action: 'archived',
          changes: [{ field: 'archived', before: 'no', after: 'yes' }],
        },
      ],
    });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
