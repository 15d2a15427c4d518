import { describe, expect, it } from 'vitest';
import { type TankTruth, tankWeek } from '../../../test/tank-weeks.ts';
import type { DerivedFuelEvent, EngineRecord } from '../record.ts';
import { fuelOf } from './fuel-readings.ts';
import { advanceTank, initialTank } from './fuel-tank.ts';
import { advanceUsed, initialUsed, usedOfTrip } from './fuel-used.ts';

const WEEKS = 200;
const SLACK_MS = 20 * 60_000;

function detected(records: readonly EngineRecord[]): DerivedFuelEvent[] {
  const state = initialTank();
  return records.flatMap((record) => advanceTank(state, record, fuelOf(record)) ?? []);
}

/** Whether an event is of the right kind, time and size. */
function matches(event: DerivedFuelEvent, truth: TankTruth, tankL: number): boolean {
  const isKind = (event.kind === 'refuel') === (truth.kind === 'refuel');
  const isTime =
    event.startedMs <= truth.endMs + SLACK_MS && event.occurredMs >= truth.startMs - SLACK_MS;
  const volumeL = event.unit === 'L' ? event.volume : (event.volume / 100) * tankL;
  return (
    isKind &&
    isTime &&
    Math.abs(volumeL - truth.volumeL) <= Math.max(0.3 * truth.volumeL, 0.05 * tankL)
  );
}

describe('the fuel of a tank', () => {
  it('of 200 simulated weeks: refuels and thefts with precision and recall of at least 0.95', () => {
    const score = { refuel: [0, 0, 0], theft: [0, 0, 0] } as Record<
      string,
      [number, number, number]
    >;
    for (let seed = 1; seed <= WEEKS; seed += 1) {
      const { records, truth, tankL } = tankWeek(seed);
      const events = detected(records);
      const left = [...truth];
      for (const event of events) {
        const tally = score[event.kind === 'refuel' ? 'refuel' : 'theft'] ?? [0, 0, 0];
        const at = left.findIndex((one) => matches(event, one, tankL));
        if (at >= 0) {
          left.splice(at, 1);
          tally[0] += 1;
        } else {
          tally[1] += 1;
        }
      }
      for (const one of left) {
        (score[one.kind] ?? [0, 0, 0])[2] += 1;
      }
    }
    for (const [kind, [right, wrong, missed]] of Object.entries(score)) {
      const precision = right / (right + wrong);
      const recall = right / (right + missed);
      console.info(
        `${kind}: ${right} right, ${wrong} wrong, ${missed} missed; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
      );
      expect(right).toBeGreaterThan(100);
      expect(precision).toBeGreaterThanOrEqual(0.95);
      expect(recall).toBeGreaterThanOrEqual(0.95);
    }
  }, 300_000);

  it('of a state that is stored and loaded is the same', () => {
    const { records } = tankWeek(7);
    let state = initialTank();
    const events = records.flatMap((record, n) => {
      if (n % 97 === 0) state = JSON.parse(JSON.stringify(state));
      return advanceTank(state, record, fuelOf(record)) ?? [];
    });
    expect(events).toEqual(detected(records));
    expect(events.length).toBeGreaterThan(1);
    expect(JSON.stringify(state).length).toBeLessThan(4000);
  });

  it('ignores vehicles without a sensor', () => {
    const { records } = tankWeek(1);
    expect(detected(records.map((record) => ({ ...record, attributes: null })))).toEqual([]);
  });
});

describe('the fuel used on a trip', () => {
  const base = tankWeek(1).records[0] as EngineRecord;
  const at = (min: number): EngineRecord => ({ ...base, timeMs: min * 60_000 });

  it('is the difference of the counter, across a reset of it', () => {
    const state = initialUsed();
    for (let min = 0; min <= 60; min += 1)
      advanceUsed(state, at(min), min < 30 ? 1000 + min * 0.5 : (min - 30) * 0.5);
    // The trip is known five minutes after its start; the reset at 30 min loses one minute.
    const early = initialUsed();
    for (let min = 0; min <= 8; min += 1) advanceUsed(early, at(min), 1000 + min * 0.5);
    expect(usedOfTrip(early, { startedMs: 3 * 60_000, endedMs: 8 * 60_000 })).toBe(2.5);
    for (let min = 9; min <= 60; min += 1)
      advanceUsed(early, at(min), min < 30 ? 1000 + min * 0.5 : (min - 30) * 0.5);
    expect(usedOfTrip(early, { startedMs: 3 * 60_000, endedMs: 55 * 60_000 })).toBe(25.5);
  });

  it('is unknown without readings at its start', () => {
    const state = initialUsed();
    for (let min = 60; min <= 90; min += 1) advanceUsed(state, at(min), min);
    expect(usedOfTrip(state, { startedMs: 10 * 60_000, endedMs: 80 * 60_000 })).toBeNull();
    expect(usedOfTrip(initialUsed(), { startedMs: 0, endedMs: 60_000 })).toBeNull();
  });
});
