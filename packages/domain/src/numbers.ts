const formats = new Map<string, Intl.NumberFormat>();

/** Portuguese of Portugal, whose own rules group by blanks, and only from five digits on. */
const isPortuguese = (locale: string) => locale.startsWith('pt');

/** Making a format takes a hundred times as long as using it, so each is kept. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat(isPortuguese(locale) ? 'pt-PT' : locale, {
      useGrouping: true,
      ...options,
    });
    formats.set(key, known);
  }
  return known;
}

/** A number in a format; Portuguese groups thousands with points: 115.098. */
function written(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const format = formatOf(locale, options);
  if (!isPortuguese(locale)) return format.format(value);
  return format
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'group' ? '.' : part))
    .join('');
}

/** Decimals where none are asked for, as few as the number needs. */
const MOST_DECIMALS = 3;

/**
 * A number as the reader's language writes it: 115,098.5 or 115.098,5 (requirement S-18).
 *
 * @param decimals exactly as many; without it as many as the number has, three at most
 */
export function formatNumber(value: number, locale: string, decimals?: number): string {
  return written(value, locale, {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? MOST_DECIMALS,
  });
}

/**
 * A percentage with its sign: 93.7 % or 93,7 %.
 *
 * @param percent 0 to 100
 * @param mostDecimals how many decimals it has at most
 */
export function formatPercent(percent: number, locale: string, mostDecimals = 1): string {
  return `${written(percent, locale, { maximumFractionDigits: mostDecimals })} %`;
}

/**
 * A number with its unit: 1,500 days or 1.500 dias.
 *
 * @param unit of ECMA-402, for example `day` or `kilobyte`
 * @param mostDecimals how many decimals it has at most
 */
export function formatUnit(
  value: number,
  unit: string,
  locale: string,
  unitDisplay: 'long' | 'short' | 'narrow' = 'long',
  mostDecimals = 0,
): string {
  return written(value, locale, {
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

/** The currency of amounts before a customer chooses another. */
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
  return written(amount, locale, { style: 'currency', currency });
}
