import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import {
  countedTextOf,
  isTextKey,
  LOCALES,
  languageOf,
  referenceOf,
  textOf,
  type Wording,
} from './texts.ts';

const SOURCES = join(import.meta.dirname, '..');
const sources = readdirSync(SOURCES, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name))].sort();

describe('texts of mails and documents', () => {
  it('[A-06] [T-P02] are the same in both languages, none empty', () => {
    expect(Object.keys(pt)).toEqual(Object.keys(en));
    const empty = [...Object.values(en), ...Object.values(pt)].filter((text) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('[T-P02] fill in the same in both', () => {
    for (const [key, text] of Object.entries(en)) {
      expect(placeholders(pt[key as keyof typeof pt]), key).toEqual(placeholders(text));
    }
  });

  it('[T-P02] exist wherever one is named', () => {
    const named = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:textOf|wordsOf|word)\(\s*[\w.]+,\s*'([\w.]+)'/g)].map(
        ([, key = '']) => ({ path, key }),
      ),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ key }) => !isTextKey(key))).toEqual([]);
  });

  it('[T-P02] are the only source of mails: no mail has a separate subject', () => {
    // Texts of the demo data are not texts of the product.
    const ours = sources.filter(({ path }) => !path.startsWith('modules/services/demo/'));
    const own = ours.filter(({ text }) => /\bsubject:\s*['"`][A-Z]/.test(text));
    expect(own.map(({ path }) => path)).toEqual([]);
    const inOneLanguage = sources.filter(({ text }) => /\btextOf\(\s*'(en|pt)'/.test(text));
    expect(inOneLanguage.map(({ path }) => path)).toEqual([]);
  });

  it('[T-P02] that speak of a number have the forms of both languages', () => {
    const stems = Object.keys(en).flatMap((key) => /^(.*)_(?:one|other)$/.exec(key)?.[1] ?? []);
    expect(new Set(stems).size).toBeGreaterThan(0);
    for (const stem of stems) {
      expect([isTextKey(`${stem}_one`), isTextKey(`${stem}_other`)], stem).toEqual([true, true]);
    }
    const said = (language: Wording, count: number) =>
      countedTextOf(language, 'vehicleFile.reminder.subject', count, { customer: 'Home' });
    expect([said('en', 1), said('en', 1200)]).toEqual([
      '1 due date is coming up: Home',
      '1,200 due dates are coming up: Home',
    ]);
    expect([said('pt', 1), said('pt', 3)]).toEqual([
      '1 prazo a aproximar-se: Home',
      '3 prazos a aproximar-se: Home',
    ]);
    // A plural form that the text lacks: Portuguese has a separate one for whole millions.
    expect(said('pt', 2_000_000)).toContain('prazos');
  });

  it('[A-06] are said in the language that is closest to what is wanted, in English else', () => {
    expect(['pt-BR', 'PT', 'en-US', 'fr', '', null, undefined].map(languageOf)).toEqual([
      'pt',
      'pt',
      'en',
      'en',
      'en',
      'en',
      'en',
    ]);
    expect(Object.keys(LOCALES)).toEqual(['en', 'pt']);
  });

  it('[R-030] are the customer’s own where there are some, else the product’s', () => {
    const own: Wording = { reference: 'pt', own: new Map([['report.page', 'Folha {page}']]) };
    expect(referenceOf(own)).toBe('pt');
    expect(textOf(own, 'report.page', { page: '2' })).toBe('Folha 2');
    expect(textOf(own, 'report.totals')).toBe(pt['report.totals']);
    expect(textOf('pt', 'report.page', { page: '2', pages: '3' })).toBe(
      pt['report.page'].replace('{page}', '2').replace('{pages}', '3'),
    );
  });
});
