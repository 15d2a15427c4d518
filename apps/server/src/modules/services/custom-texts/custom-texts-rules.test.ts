import { describe, expect, it } from 'vitest';
import { type Page, pageOf } from '../../../platform/paging.ts';
import type { CustomText } from './custom-texts.repository.ts';
import { productTexts, textId } from './custom-texts-catalogue.ts';
import { pageOfTexts, shownTexts } from './custom-texts-list.ts';
import { normalisedText, textError } from './custom-texts-rules.ts';

const page = (asked: object = {}): Page =>
  pageOf({
    pageSize: 5,
    page: 1,
    ordering: '',
    orderingDirection: '',
    search: '',
    ...asked,
  });
const ANY = { place: undefined, isOwn: false };
const all = async (own: CustomText[] = []) => shownTexts([...(await productTexts()).values()], own);

describe('a custom text', () => {
  it.each([
    ['Hi {name}: {link}', 'Hello {name}, {link}', null],
    ['Hi {name}', 'Hello {name}, {link}', { code: 'text.keep', params: { names: '{link}' } }],
    [
      'Hi {name} {colour}',
      'Hello {name}',
      { code: 'text.not_filled_in', params: { names: '{colour}' } },
    ],
    ['$t(home.title)', 'Home', 'text.refers_to_other'],
    ['Two\nlines', 'One line', 'text.one_line'],
    ['Two\nlines', 'Three\n\nlines', null],
    ['A bell \u0007', 'A bell', 'text.unprintable'],
  ])('[R-030] %j for %j', (words, product, error) =>
    expect(textError(words, product)).toEqual(error),
  );

  it('[R-030] is removed if it equals the product’s text or is empty', () => {
    expect(normalisedText('  Home ', 'Home')).toBeNull();
    expect(normalisedText('  ', 'Home')).toBeNull();
    expect(normalisedText(null, 'Home')).toBeNull();
    expect(normalisedText(' Start\r\nhere ', 'Home')).toBe('Start\nhere');
  });
});

describe('the texts of the product', () => {
  it('[R-030] [V-P02] have ids that are positive, unique and stable', async () => {
    const texts = await productTexts();
    // The Map by id would have lost one of two texts with the same id.
    const names = [...texts.values()].map(({ place, key }) => `${place} ${key}`);
    expect(new Set(names).size).toBe(texts.size);
    expect(texts.size).toBeGreaterThan(2000);
    for (const id of texts.keys()) expect(id).toBeGreaterThan(0);
    expect(textId('interface', 'home.slogan')).toBe(textId('interface', 'home.slogan'));
    expect(texts.get(textId('interface', 'home.slogan'))).toMatchObject({
      place: 'interface',
      en: 'Your fleet, in one place.',
    });
    expect(texts.has(textId('interface', 'login.loading'))).toBe(false);
    // Pages behind QR codes have a known customer.
    expect(texts.has(textId('interface', 'help.breakdown'))).toBe(true);
    expect(texts.has(textId('documents', 'signIn.title'))).toBe(false);
  });

  it('[R-030] are found by any of their words, also in custom texts and without accents', async () => {
    const own: CustomText = {
      place: 'interface',
      key: 'home.slogan',
      language: 'pt',
      text: 'A vossa frota é nossa',
      changed_at: new Date('2026-06-01T10:00:00Z'),
      changed_by: 'Ada Hill',
    };
    const texts = await all([own]);
    const keys = (search: string) =>
      pageOfTexts(texts, page({ search }), ANY).results.map(({ key }) => key);
    expect(keys('YOUR FLEET, IN ONE')).toEqual(['home.slogan']);
    expect(keys('frota e nossa')).toEqual(['home.slogan']);
    expect(keys('home.slogan')).toEqual(['home.slogan']);
    expect(pageOfTexts(texts, page(), { ...ANY, isOwn: true })).toMatchObject({
      count: 1,
      results: [{ own_pt: 'A vossa frota é nossa', own_en: null, changed_by: 'Ada Hill' }],
    });
  });

  it('[R-030] [R-004] are returned in sorted pages', async () => {
    const texts = await all();
    const first = pageOfTexts(texts, page(), ANY);
    expect(first.count).toBe(texts.length);
    const keys = first.results.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    const last = pageOfTexts(texts, page({ ordering: '-key' }), ANY).results.map(({ key }) => key);
    expect(last).toEqual([...last].sort().reverse());
    const documents = pageOfTexts(texts, page(), { ...ANY, place: 'documents' });
    expect(documents.results.every(({ place }) => place === 'documents')).toBe(true);
  });
});
