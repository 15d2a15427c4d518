import type { Layout } from './layout.ts';

/** `NationNumeric` (appendix 1, 2.101) with the distinguishing sign of road traffic. */
const SIGNS: readonly (string | null)[] = [
  null,
  'A',
  'AL',
  'AND',
  'ARM',
  'AZ',
  'B',
  'BG',
  'BIH',
  'BY',
  'CH',
  'CY',
  'CZ',
  'D',
  'DK',
  'E',
  'EST',
  'F',
  'FIN',
  'FL',
  'FR',
  'UK',
  'GE',
  'GR',
  'H',
  'HR',
  'I',
  'IRL',
  'IS',
  'KZ',
  'L',
  'LT',
  'LV',
  'M',
  'MC',
  'MD',
  'MK',
  'N',
  'NL',
  'P',
  'PL',
  'RO',
  'RSM',
  'RUS',
  'S',
  'SK',
  'SLO',
  'TM',
  'TR',
  'UA',
  'V',
  'YU',
  null,
  'SRB',
  'MNE',
  null,
  'KG',
];
const EUROPEAN_COMMUNITY = 0xfd;
const REST_OF_EUROPE = 0xfe;
const REST_OF_WORLD = 0xff;

function signOf(code: number): string {
  if (code === EUROPEAN_COMMUNITY) return 'EC';
  if (code === REST_OF_EUROPE) return 'EUR';
  if (code === REST_OF_WORLD) return 'WLD';
  return SIGNS[code] ?? (code === 0 ? '' : `unknown_${code}`);
}

const CODES = new Map(
  Array.from({ length: 256 }, (_, code): [string, number] => [signOf(code), code]).reverse(),
);

/** The sign, for example `FIN`; empty if no nation is stored, `unknown_N` for other codes. */
export const nation: Layout<string> = {
  bytes: 1,
  read: (from, at) => signOf(from[at] as number),
  write: (value, into, at) => {
    into[at] = CODES.get(value) ?? 0;
  },
};
