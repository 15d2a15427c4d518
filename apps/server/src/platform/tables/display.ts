import {
  type DatePreferences,
  DEFAULT_CURRENCY,
  DEFAULT_DATE_FORMAT,
  distanceFromMetres,
  formatDate,
  formatDateTime,
  formatTime,
  MILES_PER_KM,
} from '@roadworthy/domain';
import type { Viewer } from '../auth/index.ts';
import { knownText, placeText } from '../known-texts.ts';
import type { Range } from '../range.ts';
import { LOCALES, languageOf, referenceOf, type TextKey, textOf, type Wording } from '../texts.ts';
import type { Cell, CellType, Column } from './table.ts';

/** How a report is formatted for its reader. */
export interface Display {
  /** The texts: the product's in a language, or the customer's own. */
  readonly language: Wording;
  /** BCP 47, for numbers */
  readonly locale: string;
  readonly unit: 'MLS' | 'KMS';
  /** Currency of amounts, ISO 4217. */
  readonly currency: string;
  readonly dates: DatePreferences & { readonly timeZone: string };
}

const UNIT_NAMES = {
  MLS: { distance: 'mi', speed: 'mph' },
  KMS: { distance: 'km', speed: 'km/h' },
} as const;

/** The viewer's formats, in the zone of the range. */
export function displayOf(
  viewer: Pick<Viewer, 'language' | 'distanceUnit' | 'currency'>,
  formats: {
    readonly dateFormat: string | null;
    readonly timeFormat: string | null;
    /** By default, the product's texts in the viewer's language. */
    readonly wording?: Wording;
  },
  timeZone: string,
): Display {
  const language = formats.wording ?? languageOf(viewer.language);
  return {
    language,
    locale: LOCALES[referenceOf(language)],
    unit: viewer.distanceUnit,
    currency: viewer.currency ?? DEFAULT_CURRENCY,
    dates: {
      timeZone,
      dateFormat: formats.dateFormat ?? DEFAULT_DATE_FORMAT,
      timeFormat: formats.timeFormat,
    },
  };
}

/** A text in the reader's language, with the reader's units and the currency. */
export function wordsOf(
  { language, unit, currency }: Display,
  key: TextKey,
  values: Readonly<Record<string, string>> = {},
): string {
  return textOf(language, key, { ...UNIT_NAMES[unit], currency, ...values });
}

/** The header of a column, with the unit or the currency (ISO 4217) of its values. */
export const headerOf = (display: Display, column: Column) => wordsOf(display, column.name);

/** Displayed decimals of numbers; other types have none. */
export const DECIMALS: Readonly<Partial<Record<CellType, number>>> = {
  distance: 2,
  speed: 0,
  count: 0,
  rate: 1,
  degrees: 5,
  measure: 1,
  money: 2,
};

/** A number in the reader's unit, rounded as displayed; null for a cell that is not a number. */
export function numberOf(cell: Cell, type: CellType, { unit }: Display): number | null {
  const decimals = DECIMALS[type];
  if (typeof cell !== 'number' || decimals === undefined) return null;
  let value = cell;
  if (type === 'distance') value = distanceFromMetres(cell, unit);
  if (type === 'speed' && unit === 'MLS') value = cell * MILES_PER_KM;
  return Number(value.toFixed(decimals));
}

/** A duration as hours, minutes and seconds: 31:05:09. */
export function clockOf(durationS: number): string {
  const whole = Math.round(durationS);
  const [minutes, seconds] = [Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(minutes)}:${two(seconds)}`;
}

/** The text of a cell that is not a number; empty if there is no value. */
export function wordOf(cell: Cell, type: CellType, { dates, language }: Display): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    if (type === 'known') return knownText(language, cell);
    return type === 'place' ? placeText(language, cell) : cell;
  }
  switch (type) {
    case 'moment':
      return formatDateTime(cell, dates);
    case 'time':
      return formatTime(cell, dates);
    case 'date':
      return formatDate(cell, { ...dates, timeZone: 'UTC' });
    case 'duration':
      return clockOf(cell);
    default:
      return String(cell);
  }
}

/** A displayed range: days if it consists of whole days, else moments. */
export function rangeText({ start, end }: Range, isWholeDays: boolean, display: Display): string {
  const format = isWholeDays ? formatDate : formatDateTime;
  const from = format(start.getTime(), display.dates);
  const to = format(end.getTime() - (isWholeDays ? 1 : 0), display.dates);
  return from === to ? from : `${from} – ${to}`;
}
