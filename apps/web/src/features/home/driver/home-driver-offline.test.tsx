import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { noteAnswer } from '../../../api/kept-state.ts';
import { answerCalls, freshScreens, openScreen } from '../../../test-screen.tsx';
import { testUser } from '../../../test-user.ts';

const HOME = {
  vehicle: {
    id: 3,
    registration: 'AB12 CDE',
    model: 'Sprinter',
    qrid: null,
    off_road_since: null,
    check: { is_today: true, last_at: '2026-11-28T06:00:00Z', defects: 0 },
    defects: [],
    open_defects: 0,
  },
  messages: [],
};

freshScreens();
afterEach(() => noteAnswer(new Response()));

it('[U-20] a defect is reported in the check without a network, and on its screen with one', async () => {
  let kept: HeadersInit = {};
  const answer = () => new Response(JSON.stringify(HOME), { headers: kept });
  answerCalls({ '/api/home_driver/': answer });
  const user = testUser({ role: 'MANAGER' });
  const driver = 3;
  await openScreen('/home', { ...user, user: { ...user.user, driver } });
  const screenLink = await screen.findByRole('link', { name: 'Report a defect' });
  expect(screenLink.getAttribute('href')).toMatch(/^\/defects/);
  kept = { 'X-Kept-At': '2026-11-28T06:05:00.000Z' };
  noteAnswer(answer());
  const inCheck = await screen.findByRole('link', { name: 'Report a defect in a check' });
  expect(inCheck.getAttribute('href')).toBe('/check');
});
