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
export function writtenNumber(
  value: number,
  locale: string,
  options: Intl.NumberFormatOptions,
): string {
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
  return writtenNumber(value, locale, {
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
  return `${writtenNumber(percent, locale, { maximumFractionDigits: mostDecimals })} %`;
}
