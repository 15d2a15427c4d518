import { writtenNumber } from './numbers.ts';

/**
 * A number with its unit: 1,500 days or 1.500 dias.
 *
 * @param unit of ECMA-402, for example `day` or `kilobyte`
 * @param mostDecimals maximum number of decimals
 */
export function formatUnit(
  value: number,
  unit: string,
  locale: string,
  unitDisplay: 'long' | 'short' | 'narrow' = 'long',
  mostDecimals = 0,
): string {
  return writtenNumber(value, locale, {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: mostDecimals,
  });
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in decimal units, as file managers show them: 1.5 MB or 1,5 MB. */
export function formatBytes(bytes: number, locale: string): string {
  const exponent = Math.floor(Math.log10(Math.max(bytes, 1)) / 3);
  const at = Math.min(BYTE_UNITS.length - 1, exponent);
  const value = bytes / 1000 ** at;
  const mostDecimals = value < 10 && at > 0 ? 1 : 0;
  return formatUnit(value, BYTE_UNITS[at] ?? 'byte', locale, 'short', mostDecimals);
}

/** Default currency, until a customer chooses another. */
export const DEFAULT_CURRENCY = 'GBP';

/** The currencies that a customer may choose from (ISO 4217). */
export const CURRENCIES = [
  'GBP',
  'EUR',
  'USD',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'HUF',
  'INR',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'SEK',
  'TRY',
  'ZAR',
] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount of money with its currency: £1,234.50 or 1.234,50 €. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return writtenNumber(amount, locale, { style: 'currency', currency });
}
