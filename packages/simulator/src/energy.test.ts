import { describe, expect, it } from 'vitest';
import type { Sample } from './drive.ts';
import { electricValues, engineValues } from './energy.ts';
import { cameraVehicle } from './fleet.ts';

const lorry = { ...cameraVehicle('0000000000'), type: 'STR' as const };
const sampleAt = (odometerM: number, dutyStartM: number): Sample => ({
  timeMs: odometerM * 60,
  latitudeDeg: 52,
  longitudeDeg: -1,
  speedKmh: 60,
  headingDeg: 0,
  ignition: true,
  odometerM,
  dutyStartM,
  eventCode: null,
});

describe('the energy of simulated vehicles', () => {
  it('the tank empties on duty, and is filled between duties', () => {
    const dutyM = 280_000;
    let last = Number.POSITIVE_INFINITY;
    let fills = 0;
    for (let duty = 0; duty < 40; duty += 1) {
      for (let part = 0; part <= 10; part += 1) {
        const sample = sampleAt(duty * dutyM + (part * dutyM) / 10, duty * dutyM);
        const { fuelL, fuelPercent } = engineValues(lorry, sample);
        expect(fuelL).toBeGreaterThan(0);
        expect(fuelPercent).toBeLessThanOrEqual(100);
        if (fuelL > last + 50) {
          expect(part).toBe(0);
          fills += 1;
        }
        last = fuelL;
      }
    }
    // 29 l/100 km of 11,200 km, at about half a tank of 400 l each.
    expect(fills).toBeGreaterThanOrEqual(10);
    expect(fills).toBeLessThanOrEqual(18);
  });

  it('the battery is charged between duties', () => {
    expect(electricValues(sampleAt(500_000, 500_000)).chargePercent).toBe(100);
    const end = electricValues(sampleAt(700_000, 500_000));
    expect(end.chargePercent).toBeCloseTo(41.3, 1);
    expect(end.rangeM).toBeCloseTo(140_909, 0);
  });
});
