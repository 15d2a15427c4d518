import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, freshScreens, openScreen, searchOf } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Candidates, FairScore, Recognition } from './coaching.ts';

const DRIVER = { id: 4, first_name: 'Ann', surname: 'Miles' };
const NO_DRIVING = { distance: 0, driving_time: 0 };
const SCORE: FairScore = {
  id: 4,
  driver: DRIVER,
  exposure: {
    urban: { distance: 400_000, driving_time: 36_000 },
    rural: NO_DRIVING,
    motorway: { distance: 1_200_000, driving_time: 36_000 },
  },
  distance: 1_600_000,
  events: 8,
  expected: 12.34,
  ratio: 0.7,
  score: 83,
};
const CANDIDATES: Candidates = {
  month: '2026-06',
  best: [
    {
      driver: DRIVER,
      distance: 1_600_000,
      score: 83,
      ratio: 0.7,
      previous_ratio: 1.2,
      is_recognised: false,
    },
  ],
  improved: [],
};
const RECOGNITION: Recognition = {
  id: 3,
  driver: DRIVER,
  month: '2026-06',
  reason: 'best',
  text: 'Well driven.',
  author: 'Sam Coach',
  created_at: '2026-07-01T08:00:00Z',
};

const user = userEvent.setup();
let sent: unknown[];

freshScreens();
beforeEach(() => {
  sent = [];
  answerCalls({
    '/api/coaching/scores/': () => ({
      count: 1,
      results: [SCORE],
      month: '2026-06',
      minimum: 300_000,
      scored: 12,
      rates: { urban: 20, rural: null, motorway: 3.3 },
      weight: 2,
    }),
    '/api/coaching/recognitions/candidates/': () => CANDIDATES,
    '/api/coaching/recognitions/': (_url, init) => {
      if (init?.body == null) return { count: 1, results: [RECOGNITION] };
      sent.push(JSON.parse(String(init.body)));
      return new Response(JSON.stringify(RECOGNITION), { status: 201 });
    },
    '/api/coaching/own/recognitions/': () => [RECOGNITION],
    '/api/coaching/own/': () => ({
      driver: DRIVER,
      sessions: [],
      scores: [{ ...SCORE, month: '2026-06', minimum: 300_000, weight: 2 }],
    }),
    '/api/depots/': () => [],
  });
});

it('[M-P11] shows the fair score of a driver, and how it is calculated', async () => {
  await openScreen('/coaching?list=scores&month=2026-06&open=4', testUser());
  expect(await screen.findByText('8 events, 12.3 expected: ratio 0.70, score 83.')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Driving by class of road' }));
  expect(table.getByRole('row', { name: /^Motorway 746 mi/ })).toBeTruthy();
  expect(screen.getByText('How this is calculated')).toBeTruthy();
  expect(screen.getByText('Urban: 20 events per 1,000 km in the group')).toBeTruthy();
  expect(screen.getByText('Rural: – events per 1,000 km in the group')).toBeTruthy();
  expect(screen.getByText(/^Ratio = \(events \+ 2\)/)).toBeTruthy();
});

it('[M-P11] opens the events that a score counts, of the month and the depot', async () => {
  await openScreen('/coaching?list=scores&month=2026-06&depot=3', testUser());
  expect(searchOf(await screen.findByRole('link', { name: 'Events, Ann Miles: 8' }))).toEqual({
    vehicleId: 'all',
    driverId: '4',
    groupId: '3',
    // Days in the United Kingdom, in summer.
    from: '2026-05-31T23:00:00Z',
    to: '2026-06-30T23:00:00Z',
    event: 'all',
    counted: 'score',
  });
});

it('[M-P11] sends a recognition to a candidate', async () => {
  await openScreen('/coaching?list=recognition', testUser());
  await user.click(await screen.findByRole('button', { name: 'Recognise Ann Miles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recognise Ann Miles' }));
  await user.click(dialog.getByRole('button', { name: 'Send recognition' }));
  expect(sent).toEqual([
    {
      driver: 4,
      month: '2026-06',
      reason: 'best',
      text: 'Thank you for your careful driving in 2026-06. You are one of the best drivers of your group.',
    },
  ]);
});

it('[M-P11] shows drivers their own recognitions', async () => {
  await openScreen('/coaching/own', testUser({ modules: [], role: 'DRIVER' }));
  const list = within(await screen.findByRole('region', { name: 'Recognitions' }));
  expect(list.getByText('Well driven.')).toBeTruthy();
  expect(await screen.findByText('No coaching sessions')).toBeTruthy();
});

it('[M-P11] shows drivers their own score, and how it is calculated', async () => {
  await openScreen('/coaching/own', testUser({ modules: [], role: 'DRIVER' }));
  const own = within(await screen.findByRole('region', { name: 'My score' }));
  expect(own.getByRole('heading', { name: 'June 2026: 83 of 100' })).toBeTruthy();
  expect(own.getByText('8 events, 12.3 expected: ratio 0.70, score 83.')).toBeTruthy();
  expect(own.getByRole('row', { name: /^Motorway 746 mi/ })).toBeTruthy();
  expect(own.getByText('A score needs 186 mi in the month.')).toBeTruthy();
});
