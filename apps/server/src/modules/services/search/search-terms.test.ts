import { describe, expect, it } from 'vitest';
import { nearPatterns, termsOf } from './search-terms.ts';

/** Whether a `like` pattern with `_` alone matches a text. */
const like = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replaceAll('_', '.')}$`).test(text);
const isNear = (typed: string, text: string) =>
  nearPatterns(typed).some((pattern) => like(pattern, text));

describe('the patterns of a typing error', () => {
  it.each([
    ['a wrong character', 'AB12CXE'],
    ['a wrong first character', 'XB12CDE'],
    ['a missing character', 'AB1CDE'],
    ['a missing last character', 'AB12CD'],
    ['an additional character', 'AB122CDE'],
    ['two characters in the wrong order', 'AB12DCE'],
  ])('find a registration with %s', (_, typed) => {
    expect(isNear(typed, 'AB12CDE')).toBe(true);
  });

  it('find none with two errors, and none for short or strange texts', () => {
    expect(isNear('XB12CDX', 'AB12CDE')).toBe(false);
    for (const typed of ['AB1', 'AB%1_', 'A'.repeat(13), '']) {
      expect(nearPatterns(typed)).toEqual([]);
    }
  });
});

describe('the forms of a search text', () => {
  it('are without spaces and escaped', () => {
    expect(termsOf('  ab12   50% ')).toMatchObject({
      text: 'ab12 50%',
      start: 'ab12 50\\%%',
      plate: 'AB1250\\%',
      part: '%AB12 50\\%%',
      number: null,
    });
    expect(termsOf('#42')).toMatchObject({ number: 42 });
    expect(termsOf('ab')?.part).toBeNull();
    expect(termsOf('   ')).toBeNull();
  });
});
