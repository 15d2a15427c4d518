import { describe, expect, it } from 'vitest';
import {
  CURRENCIES,
  DEFAULT_CURRENCY,
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatOdometer,
  formatPercent,
  formatUnit,
  LOCALE,
} from './index.ts';

/** No-break space, which some languages put before a sign. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('numbers', () => {
  it('[S-18] have the British format by default', () => {
    expect(LOCALE).toBe('en-GB');
    expect(formatNumber(115_098.5, LOCALE)).toBe('115,098.5');
    expect(formatNumber(2, LOCALE, 1)).toBe('2.0');
    expect(formatPercent(93.75, LOCALE)).toBe('93.8 %');
    expect(formatOdometer(109_847_935, 'MLS', LOCALE)).toBe('68,256 mi');
  });
  it('[S-18] [A-06] are the same on screens (pt) and in files and emails (pt-PT)', () => {
    for (const locale of ['pt', 'pt-PT']) {
      expect(formatNumber(1234, locale)).toBe('1.234');
      expect(formatNumber(115_098, locale)).toBe('115.098');
      expect(formatPercent(93.7, locale)).toBe('93,7 %');
      expect(plain(formatMoney(1234.5, 'EUR', locale))).toBe('1.234,50 €');
    }
  });
  it('[S-18] [A-06] sizes and units have the separators of the language', () => {
    expect(formatBytes(999, LOCALE)).toBe('999 byte');
    expect(formatBytes(4_321_000, LOCALE)).toBe('4.3 MB');
    expect(formatBytes(52_400_000_000, LOCALE)).toBe('52 GB');
    expect(formatUnit(1500, 'day', LOCALE)).toBe('1,500 days');
    expect(plain(formatBytes(4_321_000, 'pt'))).toBe('4,3 MB');
    expect(plain(formatUnit(1500, 'day', 'pt'))).toBe('1.500 dias');
    expect(plain(formatDuration(180_000, 'pt'))).toBe('2 dias 2 horas');
  });
  it('[S-18] [A-06] have one Portuguese format in every formatter', () => {
    expect(formatNumber(115_098.5, 'pt')).toBe('115.098,5');
    expect(formatPercent(93.7, 'pt')).toBe('93,7 %');
    expect(formatOdometer(109_847_935, 'KMS', 'pt')).toBe('109.848 km');
  });
});

describe('money', () => {
  it('[N-P01] has its currency, written by the rules of the language', () => {
    expect(formatMoney(1234.5, DEFAULT_CURRENCY, LOCALE)).toBe('£1,234.50');
    expect(plain(formatMoney(1234.5, 'EUR', 'pt'))).toBe('1.234,50 €');
  });
  it('lists only currencies that Intl supports', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([]);
  });
});
