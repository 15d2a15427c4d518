import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

beforeAll(startTestTexts);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[M-11] shows that there is no vehicle, instead of loading forever', async () => {
  answerCalls({ '/api/vehicles_group_list/': () => ({ count: 0, vehicle_groups: [] }) });
  await openScreen('/telematics/trip');
  expect(await screen.findByText('No vehicles')).toBeTruthy();
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});

it('[M-11] shows that the vehicles could not be loaded', async () => {
  answerCalls({
    '/api/vehicles_group_list/': () => new Response('{"detail":"Down."}', { status: 400 }),
  });
  await openScreen('/telematics/trip');
  expect(await screen.findByText('Down.')).toBeTruthy();
});
