import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import type { AddressBook } from '../../../platform/geocoding/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import {
  type AddressFinder,
  addressFinder,
  driverOf,
  visibleVehicle,
} from '../../core/fleet/index.ts';
import { Buckets, lineOf, rounded, sensorPages, valuesOf } from '../sensors/index.ts';
import { type FuelEventRow, fuelEventRows, usedOn } from './fuel.repository.ts';

type Calls = typeof contract.fuel;
type Answer = AnswerOf<Calls['vehicle']>;

/** Values of the chart. */
const PARTS = 1000;
const LEAST_STEP_MS = 60_000;

function toEvent(row: FuelEventRow, address: AddressFinder): Answer['events'][number] {
  const { latitude, longitude } = row;
  return {
    id: Number(row.id),
    kind: row.kind,
    start: toApiDateTime(row.started_ms),
    timestamp: toApiDateTime(row.occurred_ms),
    before: rounded(row.level_before),
    after: rounded(row.level_after),
    volume: rounded(row.volume),
    unit: row.unit,
    lat: latitude,
    long: longitude,
    address: latitude === null || longitude === null ? null : address(latitude, longitude),
    driver: driverOf(row),
  };
}

/** The level over time, in litres if the device reports them, otherwise in per cent. */
async function levelOf(trx: Transaction, vehicleId: number, fromMs: number, toMs: number) {
  const stepMs = Math.max(LEAST_STEP_MS, Math.ceil((toMs - fromMs) / PARTS));
  const count = Math.ceil((toMs - fromMs) / stepMs);
  const levels = { L: new Buckets(fromMs, stepMs, count), '%': new Buckets(fromMs, stepMs, count) };
  let unit: Answer['unit'] = null;
  for await (const rows of sensorPages(trx, vehicleId, { fromMs, toMs })) {
    for (const row of rows) {
      const values = valuesOf(row);
      const litres = values.get('fuelLevelL');
      const percent = values.get('fuelLevelPercent') ?? values.get('fuelLevel1Percent');
      // Zero is a sensor that lost its contact far more often than an empty tank.
      if (typeof litres === 'number' && litres > 0) {
        levels.L.add(row.time_ms, litres);
        unit = 'L';
      } else if (typeof percent === 'number' && percent > 0) {
        levels['%'].add(row.time_ms, percent);
        unit ??= '%';
      }
    }
  }
  const level = unit === null ? { times: [], values: [] } : lineOf(levels[unit], fromMs, stepMs);
  return { unit, level };
}

/** The fuel of vehicles. */
export class FuelService {
  constructor(
    private readonly db: Database,
    private readonly addresses: AddressBook,
  ) {}

  /** @throws HttpError 400 for a wrong range, 404 for an unknown vehicle */
  vehicle(viewer: Viewer, vehicleId: number, query: QueryOf<Calls['vehicle']>): Promise<Answer> {
    const range = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const [fromMs, toMs] = [range.start.getTime(), range.end.getTime()];
      const { unit, level } = await levelOf(trx, vehicle.id, fromMs, toMs);
      const address = addressFinder(viewer.distanceUnit, this.addresses);
      const events = (await fuelEventRows(trx, vehicle.id, range)).map((row) =>
        toEvent(row, address),
      );
      const { used_l: usedL, distance_m: distanceM } = await usedOn(trx, vehicle.id, range);
      const sumOf = (kind: 'refuel' | 'drain') =>
        rounded(
          events
            .filter((event) => event.kind === kind && event.unit === (unit ?? event.unit))
            .reduce((sum, { volume }) => sum + volume, 0),
        );
      return {
        vehicle,
        unit,
        level,
        events,
        summary: {
          used: usedL === null ? null : rounded(usedL),
          used_distance: Math.round(distanceM),
          refuelled: sumOf('refuel'),
          drained: sumOf('drain'),
        },
      };
    });
  }
}
