import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { LOW_PRESSURE_PCT, type TyrePosition, toApiDate } from '@roadworthy/domain';
import { isPressureLow, treadLimit } from '../../../../engines/tyres/index.ts';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { scheduledVehicle } from '../../schedules/index.ts';
import { addMeterReading, odometersAt } from '../../service-plans/index.ts';
import {
  type WheeledVehicle,
  wheeledVehicles,
} from '../calculation/tyres-calculation.repository.ts';
import { calculateTyresOn } from '../calculation/tyres-calculation.service.ts';
import {
  type Judgement,
  judgeTyres,
  layoutOf,
  ownLimit,
  ruledVehicle,
} from '../calculation/tyres-judgement.ts';
import { findingJson, tyreJson } from '../register/tyres-json.ts';
import { tyresOnVehicle } from '../register/tyres-register.repository.ts';
import { newestOf, sensorPressures } from './tyres-sensors.ts';
import {
  insertReadings,
  keepSettings,
  type LastReading,
  lastPressures,
  lastTreads,
  type SettingsRow,
  settingsOf,
} from './tyres-vehicle.repository.ts';

type Calls = typeof contract.tyres;
type VehicleTyres = AnswerOf<Calls['vehicle']>;
type Position = VehicleTyres['positions'][number];

const NO_SETTINGS: SettingsRow = {
  twin_axles: null,
  steered_axles: null,
  spares: 0,
  pressures_kpa: null,
  low_pressure_pct: LOW_PRESSURE_PCT,
  least_tread_mm: null,
};

const todayOf = (viewer: Viewer, nowMs: number) => toApiDate(nowMs, viewer.timeZone ?? 'UTC');

/** All that is known of the positions of a vehicle. */
interface Known {
  readonly settings: SettingsRow;
  readonly tyres: ReadonlyMap<string, ReturnType<typeof tyreJson>>;
  readonly judged: ReadonlyMap<number, Judgement>;
  readonly treads: ReadonlyMap<string, LastReading>;
  readonly pressures: ReadonlyMap<string, LastReading>;
}

const byPosition = <T extends { readonly position: string | null }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.position ?? '', row]));

/** The tread of a position: that of its tyre, else what was measured there. */
function treadAt(code: string, { judged, treads, tyres }: Known) {
  const tyre = tyres.get(code);
  if (tyre === undefined) {
    const reading = treads.get(code);
    return { tread_mm: reading?.value ?? null, tread_at: reading?.at.toISOString() ?? null };
  }
  const last = judged.get(tyre.id)?.treads.at(-1);
  return {
    tread_mm: last?.treadMm ?? null,
    tread_at: last === undefined ? null : new Date(last.atMs).toISOString(),
  };
}

function positionJson({ axle, code, place, side }: TyrePosition, known: Known): Position {
  const { judged, pressures, settings, tyres } = known;
  const tyre = tyres.get(code) ?? null;
  const pressure = pressures.get(code);
  const recommended = axle === null ? null : (settings.pressures_kpa?.[axle - 1] ?? null);
  return {
    position: code,
    axle,
    side,
    place,
    tyre,
    findings: tyre === null ? [] : (judged.get(tyre.id)?.findings ?? []).map(findingJson),
    ...treadAt(code, known),
    pressure_kpa: pressure?.value ?? null,
    pressure_at: pressure?.at.toISOString() ?? null,
    pressure_source: pressure?.source ?? null,
    temperature_c: pressure?.temperature_c ?? null,
    is_pressure_low: isPressureLow(pressure?.value ?? null, recommended, settings.low_pressure_pct),
  };
}

/** The positions of the layout, and those at which a tyre is though the layout no longer has them. */
function positionsOf(wheels: WheeledVehicle, known: Known): readonly TyrePosition[] {
  const { axles, spares } = layoutOf(wheels);
  const positions = [...axles.flatMap((axle) => axle.positions), ...spares];
  const has = new Set(positions.map(({ code }) => code));
  const others = [...known.tyres.keys()].filter((code) => !has.has(code));
  return [
    ...positions,
    ...others.map((code) => ({ code, axle: null, side: 'middle', place: 'spare' }) as const),
  ];
}

/** The wheels of a vehicle as the calls answer them. The caller has checked that it is visible. */
export async function vehicleTyresOf(
  trx: Transaction,
  viewer: Viewer,
  vehicle: { readonly id: number; readonly registration: string },
): Promise<VehicleTyres> {
  const nowMs = Date.now();
  const wheels = orNotFound((await wheeledVehicles(trx, [vehicle.id])).get(vehicle.id));
  const rows = (await tyresOnVehicle(trx, vehicle.id, todayOf(viewer, nowMs))).map(tyreJson);
  const judged = await judgeTyres(
    trx,
    rows.map(({ id }) => id),
    nowMs,
  );
  const [odometer] = await odometersAt(trx, [{ vehicleId: vehicle.id, atMs: nowMs }]);
  const settings = (await settingsOf(trx, vehicle.id)) ?? NO_SETTINGS;
  const known = {
    settings,
    tyres: byPosition(rows),
    judged: new Map(judged.map((one) => [one.tyreId, one])),
    treads: byPosition(await lastTreads(trx, vehicle.id)),
    pressures: newestOf([
      ...(await lastPressures(trx, vehicle.id)),
      ...(await sensorPressures(
        trx,
        vehicle.id,
        layoutOf(wheels).axles.flatMap(({ positions }) => positions),
      )),
    ]),
  };
  const { legalMm, limitMm } = treadLimit(ruledVehicle(wheels), ownLimit(wheels));
  const isKnown = odometer !== undefined && odometer.source !== 'trips';
  return {
    vehicle,
    odometer_m: isKnown ? odometer.odometerM : null,
    odometer_source: isKnown ? odometer.source : null,
    settings: {
      ...settings,
      twin_axles: settings.twin_axles && [...settings.twin_axles],
      steered_axles: settings.steered_axles && [...settings.steered_axles],
      pressures_kpa: settings.pressures_kpa && [...settings.pressures_kpa],
    },
    legal_mm: legalMm,
    limit_mm: limitMm,
    axles: layoutOf(wheels).axles.map(({ axle, isSteered, isTwin }) => ({
      axle,
      is_steered: isSteered,
      is_twin: isTwin,
      pressure_kpa: settings.pressures_kpa?.[axle - 1] ?? null,
    })),
    positions: positionsOf(wheels, known).map((position) => positionJson(position, known)),
  };
}

/** Tyres, measurements and settings of one vehicle. */
export class VehicleTyresService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  read(viewer: Viewer, vehicleId: number): Promise<VehicleTyres> {
    return this.db.asViewer(viewer, async (trx) =>
      vehicleTyresOf(trx, viewer, await visibleVehicle(trx, viewer, vehicleId)),
    );
  }

  /**
   * @throws HttpError 400 for a time in the future, an unknown position or a reading without a value;
   *   404 for a vehicle that is not visible
   */
  addReadings(
    viewer: Viewer,
    vehicleId: number,
    { odometer_m, read_at, readings }: BodyOf<Calls['addReadings']>,
  ): Promise<VehicleTyres> {
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const nowMs = Date.now();
      if (Date.parse(read_at) > nowMs) throw wrongField('read_at', 'validation.time_in_future');
      const measured = readings.filter(
        ({ pressure_kpa, tread_mm }) => pressure_kpa !== null || tread_mm !== null,
      );
      if (measured.length === 0) throw wrongField('readings', 'tyre.reading_empty');
      const { positions } = await vehicleTyresOf(trx, viewer, vehicle);
      const known = new Set(positions.map(({ position }) => position));
      if (measured.some(({ position }) => !known.has(position))) {
        throw wrongField('readings', 'tyre.unknown_position');
      }
      const { customer_id: customerId } = await scheduledVehicle(trx, vehicleId);
      const at = new Date(read_at);
      if (odometer_m !== null) {
        await addMeterReading(trx, viewer, vehicleId, {
          read_at: at,
          odometer_m,
          engine_s: null,
          note: '',
        });
      }
      const { name: author } = await authorOf(trx, viewer);
      await insertReadings(trx, { vehicleId, customerId, author, at }, measured);
      await calculateTyresOn(trx, [vehicleId], nowMs);
      await this.#record(trx, viewer, { ...vehicle, customerId }, null, {
        read_at,
        ...Object.fromEntries(
          measured.map(({ position, pressure_kpa, tread_mm }) => [
            position,
            [
              ...(tread_mm === null ? [] : [`${tread_mm} mm`]),
              ...(pressure_kpa === null ? [] : [`${pressure_kpa} kPa`]),
            ].join(', '),
          ]),
        ),
      });
      return vehicleTyresOf(trx, viewer, vehicle);
    });
  }

  /** @throws HttpError 404 for a vehicle that is not visible */
  changeSettings(
    viewer: Viewer,
    vehicleId: number,
    values: BodyOf<Calls['changeSettings']>,
  ): Promise<VehicleTyres> {
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const { customer_id: customerId } = await scheduledVehicle(trx, vehicleId);
      const before = (await settingsOf(trx, vehicleId)) ?? NO_SETTINGS;
      await keepSettings(trx, { vehicleId, customerId }, values);
      await calculateTyresOn(trx, [vehicleId], Date.now());
      await this.#record(trx, viewer, { ...vehicle, customerId }, before, values);
      return vehicleTyresOf(trx, viewer, vehicle);
    });
  }

  async #record(
    trx: Transaction,
    viewer: Viewer,
    of: { readonly id: number; readonly registration: string; readonly customerId: number },
    before: object | null,
    after: object,
  ): Promise<void> {
    await recordChange(trx, {
      customerId: of.customerId,
      actor: await actorOf(trx, viewer),
      subject: { kind: 'vehicle_tyres', id: String(of.id), name: of.registration },
      action: 'changed',
      before,
      after,
    });
  }
}
