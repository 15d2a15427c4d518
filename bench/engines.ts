import { createVehicleEngine } from '../apps/server/src/engines/index.ts';
import type { EngineRecord, Sink } from '../apps/server/src/engines/record.ts';
import type { BenchRow } from './track.ts';

/** One record takes the engine of a vehicle at most this long, without geofences. */
const LIMIT_US = 3;
const VEHICLES = 200;
const RECORDS = 1_000;
const ROUNDS = 9;
/** A record every 10 seconds. */
const EVERY_MS = 10_000;

/** A working day as devices report it: drives of ten minutes with stops, the engine off between some. */
function day(vehicle: number): EngineRecord[] {
  let metres = vehicle * 500;
  return Array.from({ length: RECORDS }, (_, n) => {
    const part = (n + vehicle * 7) % 90;
    const speedKmh = part < 60 && part % 13 > 1 ? 40 + (part % 7) * 6 : 0;
    metres += (speedKmh / 3.6) * (EVERY_MS / 1000);
    return {
      timeMs: Date.UTC(2026, 2, 2, 6) + n * EVERY_MS,
      latitudeDeg: 50 + metres / 111_195,
      longitudeDeg: -1,
      speedKmh,
      headingDeg: 0,
      ignition: part < 70,
      odometerM: Math.round(1_000_000 + metres),
      externalVoltageV: 13.8 + (n % 5) / 10,
      batteryVoltageV: 4.05,
      temperatureC: null,
      driverTag: vehicle % 3 === 0 ? '0000012A' : null,
      eventCodes: n % 400 === 100 ? [41] : [],
    };
  });
}

/** Takes all days through the engine, the vehicles by turns as their records come in; µs of CPU a record. */
function round(days: readonly (readonly EngineRecord[])[], sink: Sink): number {
  const engine = createVehicleEngine({ vehicleType: 'VAN', geofences: null });
  const states = days.map(() => engine.initial());
  const before = process.cpuUsage();
  for (let n = 0; n < RECORDS; n += 1) {
    for (let vehicle = 0; vehicle < VEHICLES; vehicle += 1) {
      const state = states[vehicle];
      const record = days[vehicle]?.[n];
      if (state !== undefined && record !== undefined) engine.advance(state, record, sink);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (VEHICLES * RECORDS);
}

/** What trips, events and the driver cost for one record of a vehicle, without geofences. */
export async function benchEngines(): Promise<BenchRow[]> {
  const days = Array.from({ length: VEHICLES }, (_, vehicle) => day(vehicle));
  let told = 0;
  const count = () => {
    told += 1;
  };
  const sink: Sink = { trip: count, incident: count, visit: count, fuelEvent: count };
  const rounds = Array.from({ length: ROUNDS }, () => round(days, sink)).sort((a, b) => a - b);
  if (told === 0) throw new Error('The engines told nothing of two hundred working days.');
  const figure = rounds[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  const ratio = figure / LIMIT_US;
  const what = 'CPU of trips and events of a vehicle, a record';
  return [{ what, figure, unit: 'µs', floor: LIMIT_US, ratio, passes: ratio <= 1 }];
}
