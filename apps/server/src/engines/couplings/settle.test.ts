import { describe, expect, it } from 'vitest';
import { type Claim, type Fixed, settled } from './index.ts';

const MINUTE = 60_000;
const LORRY = 1;
const OTHER = 2;

/** A run in minutes: its end, null while it lasts, and the last movement. */
const claim = (
  vehicleId: number,
  start: number,
  end: number | null,
  {
    moved = end ?? start + 60,
    source = 'device' as Claim['source'],
    silent = null as number | null,
  } = {},
): Claim => ({
  vehicleId,
  source,
  startMs: start * MINUTE,
  endMs: end === null ? null : end * MINUTE,
  movedM: 10_000,
  movedUntilMs: moved * MINUTE,
  silentSinceMs: silent,
});
const hand = (vehicleId: number, start: number, end: number | null): Fixed => ({
  vehicleId,
  startMs: start * MINUTE,
  endMs: end === null ? null : end * MINUTE,
});

const CASES: readonly (readonly [string, readonly Claim[], readonly Fixed[], readonly string[]])[] =
  [
    ['keeps what one vehicle saw', [claim(LORRY, 10, 70)], [], ['1 10-70 device']],
    ['keeps what lasts', [claim(LORRY, 10, null)], [], ['1 10- device']],
    [
      'hands over on a yard',
      [claim(LORRY, 10, 200, { moved: 70 }), claim(OTHER, 180, null)],
      [],
      ['1 10-180 device', '2 180- device'],
    ],
    [
      'hands over from a vehicle that was switched off',
      [claim(LORRY, 10, null, { moved: 70 }), claim(OTHER, 180, null)],
      [],
      ['1 10-180 device', '2 180- device'],
    ],
    [
      'is in a convoy with a vehicle that meets it',
      [claim(LORRY, 10, 400), claim(OTHER, 100, 130)],
      [],
      ['1 10-400 device'],
    ],
    [
      'is in a convoy with a vehicle that starts with it',
      [claim(LORRY, 10, 400), claim(OTHER, 10, 60)],
      [],
      ['1 10-400 device'],
    ],
    ['is in a convoy that never parts: none', [claim(LORRY, 10, 70), claim(OTHER, 12, 71)], [], []],
    [
      'is in a convoy of two positions: none',
      [claim(LORRY, 10, 70, { source: 'place' }), claim(OTHER, 10, 70, { source: 'place' })],
      [],
      [],
    ],
    [
      'is in a convoy that parts',
      [claim(LORRY, 10, 70, { source: 'place' }), claim(OTHER, 10, 200, { source: 'place' })],
      [],
      ['2 10-200 place'],
    ],
    [
      'passes from one to the other on the way',
      [claim(LORRY, 10, 200), claim(OTHER, 180, 400)],
      [],
      ['1 10-200 device', '2 200-400 device'],
    ],
    [
      'joins runs with a short pause',
      [claim(LORRY, 10, 70), claim(LORRY, 80, 140)],
      [],
      ['1 10-140 device'],
    ],
    [
      'keeps runs with a long pause apart',
      [claim(LORRY, 10, 70), claim(LORRY, 200, 240)],
      [],
      ['1 10-70 device', '1 200-240 device'],
    ],
    [
      'joins none over another vehicle',
      [claim(LORRY, 10, 70), claim(OTHER, 75, 90), claim(LORRY, 95, 140)],
      [],
      ['1 10-70 device', '2 75-90 device', '1 95-140 device'],
    ],
    [
      'prefers the identity to the place',
      [claim(LORRY, 10, 70), claim(LORRY, 12, 65, { source: 'place' })],
      [],
      ['1 10-70 device'],
    ],
    ['leaves a coupling of a person as it is', [claim(LORRY, 10, 70)], [hand(LORRY, 12, 300)], []],
    [
      'adds nothing after the end that a person gave it',
      [claim(LORRY, 10, null)],
      [hand(LORRY, 10, 40)],
      [],
    ],
    [
      'keeps what is left beside a person’s coupling',
      [claim(LORRY, 10, 300)],
      [hand(OTHER, 100, 200)],
      ['1 10-100 device', '1 200-300 device'],
    ],
    ['leaves out a moment beside it', [claim(LORRY, 95, 205)], [hand(OTHER, 100, 200)], []],
    [
      'adds nothing while a person’s coupling lasts',
      [claim(LORRY, 100, null)],
      [hand(OTHER, 90, null)],
      [],
    ],
    [
      'keeps the mark of a silent beacon',
      [claim(LORRY, 10, null, { silent: 40 * MINUTE })],
      [],
      ['1 10- device!40'],
    ],
  ];

describe('what several vehicles saw of a trailer', () => {
  it.each(CASES)('%s', (_, claims, fixed, expected) => {
    const text = (all: readonly Claim[]) =>
      settled(all, fixed).map(
        ({ endMs, silentSinceMs, source, startMs, vehicleId }) =>
          `${vehicleId} ${startMs / MINUTE}-${endMs === null ? '' : endMs / MINUTE} ${source}${
            silentSinceMs === null ? '' : `!${silentSinceMs / MINUTE}`
          }`,
      );
    expect(text(claims)).toEqual(expected);
    // In whichever sequence they were found.
    expect(text([...claims].reverse())).toEqual(expected);
  });
});
