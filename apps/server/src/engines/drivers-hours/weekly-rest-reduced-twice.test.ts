import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './activity.ts';
import { analysed, found, MONDAY_MS } from './test-plan.ts';

const DAY = 'D8 R16';
const TWICE = { mayReduceTwice: true };
const AGAIN = ['weekly_rest_reduced_again'] as const;
const COMPENSATION = ['weekly_rest_compensation'] as const;

/** Calendar weeks from Monday 00:00 UTC, each with its weekly rest at the end. */
const WEEKS: Readonly<Record<string, string>> = {
  /** Reduced, 40 hours. */
  R: `5x(${DAY}) D8 R40`,
  /** Regular, with room for the compensation of two. */
  G: `4x(${DAY}) D8 R64`,
  /** Regular, and three hours of it in the next week. */
  G_: `5x(${DAY}) D6 R45`,
  /** Reduced, in the week after `G_`. */
  _R: `5x(${DAY}) D8 R37`,
};
const weeks = (text: string, end = ' D1') =>
  text
    .split(' ')
    .map((name) => WEEKS[name] ?? name)
    .join(' ') + end;

const again = (text: string, rules = TWICE) => found(text, AGAIN, rules, MONDAY_MS);

describe('Art. 8(6), third subparagraph: two regular weekly rests in any four weeks', () => {
  it.each([
    ['two in sequence', 'R R', ''],
    ['then two regular', 'R R G G', ''],
    ['and two reduced again', 'R R G G R R', ''],
    ['and so on', 'R R G G R R G G R R', ''],
    ['one regular between two pairs', 'R R G R R', 'SI 40:00/45:00'],
    ['one regular, then one reduced', 'R R G R', 'SI 40:00/45:00'],
    ['one regular, then reduced and regular', 'R R G R G G', 'SI 40:00/45:00'],
    ['a pair after reduced and regular', 'R G R R', 'SI 40:00/45:00'],
    ['a pair between regular ones', 'G R R G', ''],
    ['reduced and regular in turn', 'R G R G R G', ''],
    ['a third in sequence is reported once', 'R R R G G', 'SI 40:00/45:00'],
    ['each missing one is reported', 'R R G R G R R G R', 'SI 40:00/45:00, SI 40:00/45:00'],
  ])('%s: %s', (_what, text, expected) => {
    expect(again(weeks(text))).toBe(expected);
  });

  it('is checked when the four weeks have ended, and the last rest is over', () => {
    expect(again(weeks('R R G', ` 5x(${DAY}) D8 R39:59`))).toBe('');
    expect(again(weeks('R R G R', ''))).toBe('');
    expect(again(weeks('R R G R', ' D0:01'))).toBe('SI 40:00/45:00');
  });

  it('45 hours are regular, a minute less is not', () => {
    expect(again(weeks(`R R G 4x(${DAY}) D8 W19 R45`))).toBe('');
    expect(again(weeks(`R R G 4x(${DAY}) D8 W19:01 R44:59`))).toBe('MI 44:59/45:00');
  });

  it('leaves out weeks that began before the records', () => {
    const text = weeks('R R G R');
    expect(found(text, AGAIN, TWICE, MONDAY_MS)).not.toBe('');
    expect(found(text, AGAIN, TWICE, MONDAY_MS + 60_000)).toBe('');
  });

  it('Art. 8(9): a rest in two weeks counts for one of them, as it favours the driver', () => {
    const first = 'G_ _R R G_ _R G_ _R';
    expect(again(weeks(first))).toBe('');
    // The second regular rest is needed in the week of its start, so it is not in the weeks of the last pair.
    expect(again(weeks(`${first} R`))).toBe('SI 40:00/45:00');
  });

  it('a rest of weeks counts for each of them', () => {
    expect(again(weeks(`R R 4x(${DAY}) D8 R400`))).toBe('');
  });

  it('does not apply without the derogation', () => {
    const without = { mayReduceTwice: false };
    expect(again(weeks('R G R G'), without)).toBe('');
    expect(again(weeks('R R G R R'), without)).toBe('SI 40:00/45:00, SI 40:00/45:00');
  });
});

describe('Art. 8(6b): compensation directly before the weekly rest after two reduced ones', () => {
  const week = (rest: string) => `5x(${DAY}) D8 ${rest}`;
  const plain = (...rests: string[]) => `${rests.map(week).join(' ')} D1`;
  const lost = (text: string, rules = TWICE) => found(text, COMPENSATION, rules);
  const OPEN = 'null 0:00/21:00';

  it.each([
    ['42 hours before 45', plain('R24', 'R24', 'R87'), ''],
    ['a minute less leaves one open', plain('R24', 'R24', 'R86:59'), OPEN],
    ['21 hours are for one', plain('R24', 'R24', 'R66'), OPEN],
    ['less than 21 hours are for none', plain('R24', 'R24', 'R65:59'), `${OPEN}, ${OPEN}`],
    [
      'in a later weekly rest it is too late',
      plain('R24', 'R24', 'R45', 'R87'),
      `${OPEN}, ${OPEN}`,
    ],
    ['a third reduced one has no room', plain('R24', 'R24', 'R30'), `${OPEN}, ${OPEN}`],
    ['the next rest has not begun', plain('R24', 'R24'), ''],
    ['the next rest goes on', `${plain('R24', 'R24', 'R60').slice(0, -3)}`, ''],
    ['after one reduced it has three weeks', plain('R24', 'R45', 'R66'), ''],
    ['a daily rest does not do', `${weeks('R R')} 4x(${DAY}) D8 R45 D1`, 'null 0:00/5:00'],
  ])('%s', (_what, text, expected) => {
    expect(lost(text)).toBe(expected);
  });

  it('does not apply without the derogation', () => {
    const without = { mayReduceTwice: false };
    expect(lost(plain('R24', 'R24', 'R45'), without)).toBe('');
    expect(lost(`${weeks('R R')} 4x(${DAY}) D8 R45 D1`, without)).toBe('');
  });

  it('names the paragraph, and the latest start of the next weekly rest', () => {
    const { infringements, weeklyRests } = analysed(plain('R24', 'R24', 'R45'), TWICE);
    const [one, other, next] = weeklyRests;
    expect(infringements.filter(({ rule }) => rule === COMPENSATION[0])[0]).toMatchObject({
      paragraph: '561/2006 Art. 8(6b)',
      severity: null,
      endMs: next?.endMs,
    });
    const latestMs = (other?.endMs ?? 0) + 144 * HOUR_MS;
    expect([one?.compensateByMs, other?.compensateByMs]).toEqual([latestMs, latestMs]);
  });
});
