const formats = new Map<string, Intl.NumberFormat>();

/** European Portuguese, for which Intl groups with spaces, and only from five digits upwards. */
const isPortuguese = (locale: string) => locale.startsWith('pt');

/** Cached: creating a formatter takes a hundred times as long as using it. */
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

/** Maximum decimals by default; fewer where the number needs fewer. */
const MOST_DECIMALS = 3;

/**
 * A number as the reader's language writes it: 115,098.5 or 115.098,5 (requirement S-18).
 *
 * @param decimals exact number of decimals; by default as many as needed, at most three
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
 * @param mostDecimals maximum number of decimals
 */
export function formatPercent(percent: number, locale: string, mostDecimals = 1): string {
  return `${writtenNumber(percent, locale, { maximumFractionDigits: mostDecimals })} %`;
}
