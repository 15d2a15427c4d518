import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { changeLanguage, sayOwnTexts, startTexts } from './i18n.ts';
import { fetchTexts } from './languages.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  // Other tests use the same instance of the library.
  await sayOwnTexts(async () => ({}));
});

it('[R-030] [R-031] [A-06] one file per language is loaded and overlaid with the custom texts', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const say = (word: string) => new Response(JSON.stringify({ 'a.title': word, 'a.text': word }));
    return say(path.includes('pt') ? 'Português' : 'English');
  });
  await startTexts('en');
  expect([i18next.t('a.title'), asked]).toEqual(['English', ['/locales/en.json']]);
  await sayOwnTexts(async (language) => ({ 'a.title': `Ours, ${language}` }));
  expect([i18next.t('a.title'), i18next.t('a.text')]).toEqual(['Ours, en', 'English']);
  await changeLanguage('pt');
  expect([i18next.t('a.title'), i18next.t('a.text')]).toEqual(['Ours, pt', 'Português']);
  await changeLanguage('en');
  expect(i18next.t('a.title')).toBe('Ours, en');
  expect(asked).toEqual(['/locales/en.json', '/locales/pt.json']);
});

it('[R-031] the texts that are already requested are not requested again', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ 'early.title': 'Carregado' }));
  });
  i18next.removeResourceBundle('pt', 'translation');
  await startTexts('pt', fetchTexts('pt'));
  expect([i18next.t('early.title'), asked]).toEqual(['Carregado', ['/locales/pt.json']]);
});

it('[A-06] zero has the plural form in Portuguese', async () => {
  const words = { list_one: '{count} registo', list_other: '{count} registos' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(words)));
  await startTexts('pt');
  const said = [0, 1, 2].map((count) => i18next.t('list', { count }));
  expect(said).toEqual(['0 registos', '1 registo', '2 registos']);
});
