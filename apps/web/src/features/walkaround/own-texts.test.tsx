import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import en from '../../../public/locales/en.json';
import { MemoryStore } from '../../test-outbox.ts';
import { takeTexts } from '../../ui/page-texts/texts.ts';
import { App } from './walkaround-app.tsx';
import type { Draft, Start } from './walkaround-model.ts';
import { checks } from './walkaround-outbox.ts';

// jsdom has no IndexedDB: the page works without stored data.
vi.mock('idb', () => ({ openDB: () => Promise.reject(new Error('No store')) }));

const START: Start = {
  person: { id: 7, name: 'Ann Miles' },
  distance_unit: 'MLS',
  photo_limit: 20,
  short_check: 60,
  templates: [],
  own_texts: { en: { 'walk.title': 'First look' }, pt: { 'walk.title': 'Primeira volta' } },
  vehicles: [],
  has_more: false,
};

beforeEach(() => {
  takeTexts('en', en);
  const store = new MemoryStore<Draft>();
  vi.spyOn(checks, 'store').mockResolvedValue(store);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(START)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('[R-030] the walkaround check uses the custom texts in the language of the phone', async () => {
  render(<App language="en" onLanguage={() => undefined} />);
  expect(await screen.findByRole('heading', { name: 'First look' })).toBeDefined();
  expect(screen.queryByText(en['walk.title'])).toBeNull();
});
