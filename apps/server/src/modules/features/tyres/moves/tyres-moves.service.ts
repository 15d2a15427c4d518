import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { fieldConflict, notFound, wrongField } from '../../../../platform/errors.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { refusingTaken } from '../../../core/customers/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { scheduledVehicle } from '../../schedules/index.ts';
import { addMeterReading, odometersAt } from '../../service-plans/index.ts';
import { calculateTyres, calculateTyresOn } from '../calculation/tyres-calculation.service.ts';
import { lockTyres, placeTyre } from '../register/tyres-change.repository.ts';
import { insertEvents, lastStepsOf, type TyreEvent } from '../register/tyres-events.repository.ts';
import { type TyreRow, tyresById, tyresOnVehicle } from '../register/tyres-register.repository.ts';
import { vehicleTyresOf } from '../vehicle/tyres-vehicle.service.ts';
import { closeFittings, depotOf, openFitting } from './tyres-moves.repository.ts';

type Calls = typeof contract.tyres;
type Body = BodyOf<Calls['move']>;
type Move = Body['moves'][number];

function refuseOccupied(): never {
  throw fieldConflict('moves', 'tyre.position_occupied');
}

const isTwice = (values: readonly unknown[]) => new Set(values).size < values.length;

/** Where and when tyres are moved. */
interface Visit {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly at: Date;
  /** Of a vehicle at that time; null if it is not known. */
  readonly odometerOf: ReadonlyMap<number, number | null>;
  readonly author: string;
}

/** The serial numbers of the tyres on a vehicle, by position. */
export async function placesOf(trx: Transaction, vehicleId: number, today: string) {
  const tyres = await tyresOnVehicle(trx, vehicleId, today);
  return Object.fromEntries(tyres.map(({ position, serial }) => [position ?? '', serial]));
}

/** Fits, removes, rotates and swaps tyres. */
export class TyreMovesService {
  constructor(private readonly db: Database) {}

  /**
   * Moves tyres of a vehicle, all or none. A tyre that is on another vehicle is taken off there.
   *
   * @throws HttpError 400 on the field, 404 for a vehicle, tyre or depot that is not visible, 409 if a
   *   position has a tyre that is not moved away
   */
  move(viewer: Viewer, vehicleId: number, body: Body): Promise<AnswerOf<Calls['move']>> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const nowMs = Date.now();
      const ids = body.moves.map(({ tyre }) => tyre);
      await lockTyres(trx, ids);
      const today = toApiDate(nowMs, 'UTC');
      const tyres = new Map((await tyresById(trx, viewer, ids, today)).map((one) => [one.id, one]));
      await this.#check(trx, viewer, vehicleId, body, tyres, nowMs);
      const before = await placesOf(trx, vehicleId, today);
      const visit = await this.#visit(trx, viewer, vehicleId, body, tyres);
      await this.#apply(trx, randomUUID(), body.moves, tyres, visit);
      await calculateTyres(trx, ids, nowMs);
      await calculateTyresOn(trx, [vehicleId], nowMs);
      await recordChange(trx, {
        customerId: visit.customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'vehicle_tyres', id: String(vehicleId), name: vehicle.registration },
        action: 'changed',
        before,
        after: await placesOf(trx, vehicleId, today),
      });
      return vehicleTyresOf(trx, viewer, vehicle);
    });
    return refusingTaken(work, refuseOccupied);
  }

  async #check(
    trx: Transaction,
    viewer: Viewer,
    vehicleId: number,
    { at, moves }: Body,
    tyres: ReadonlyMap<number, TyreRow>,
    nowMs: number,
  ): Promise<void> {
    if (Date.parse(at) > nowMs) throw wrongField('at', 'validation.time_in_future');
    const ids = moves.map(({ tyre }) => tyre);
    const targets = moves.flatMap(({ position }) => (position === null ? [] : [position]));
    if (isTwice(ids) || isTwice(targets)) throw wrongField('moves', 'tyre.moved_twice');
    if (tyres.size < ids.length) throw notFound();
    if ((await lastStepsOf(trx, ids)).some((last) => last > Date.parse(at))) {
      throw wrongField('at', 'tyre.earlier_than_last');
    }
    const vehicle = await visibleVehicle(trx, viewer, vehicleId);
    const { positions } = await vehicleTyresOf(trx, viewer, vehicle);
    const known = new Set(positions.map(({ position }) => position));
    if (targets.some((position) => !known.has(position))) {
      throw wrongField('moves', 'tyre.unknown_position');
    }
    for (const move of moves) await this.#checkOne(trx, viewer, vehicleId, move, tyres);
  }

  async #checkOne(
    trx: Transaction,
    viewer: Viewer,
    vehicleId: number,
    { depot, position, reason, to, tyre }: Move,
    tyres: ReadonlyMap<number, TyreRow>,
  ): Promise<void> {
    const row = tyres.get(tyre);
    if (row?.status === 'at_retreader' || row?.status === 'scrapped') {
      throw wrongField('moves', 'tyre.not_available');
    }
    if (position !== null) return;
    if (row?.vehicle_id !== vehicleId) throw wrongField('moves', 'tyre.not_fitted');
    if (to === 'scrapped' && reason === null) throw wrongField('moves', 'tyre.reason_required');
    if (depot !== null) await checkVisibleDepot(trx, viewer, depot);
  }

  async #visit(
    trx: Transaction,
    viewer: Viewer,
    vehicleId: number,
    { at, odometer_m }: Body,
    tyres: ReadonlyMap<number, TyreRow>,
  ): Promise<Visit> {
    const time = new Date(at);
    if (odometer_m !== null) {
      const values = { read_at: time, odometer_m, engine_s: null, note: '' };
      await addMeterReading(trx, viewer, vehicleId, values);
    }
    const others = [...tyres.values()].flatMap(({ vehicle_id }) => vehicle_id ?? []);
    const vehicleIds = [...new Set([vehicleId, ...others])];
    const odometers = await odometersAt(
      trx,
      vehicleIds.map((id) => ({ vehicleId: id, atMs: time.getTime() })),
    );
    const { customer_id: customerId } = await scheduledVehicle(trx, vehicleId);
    const { name: author } = await authorOf(trx, viewer);
    return {
      vehicleId,
      customerId,
      at: time,
      author,
      odometerOf: new Map(
        vehicleIds.map((id, index) => {
          const value = odometers[index];
          return [id, value === undefined || value.source === 'trips' ? null : value.odometerM];
        }),
      ),
    };
  }

  async #apply(
    trx: Transaction,
    step: string,
    moves: readonly Move[],
    tyres: ReadonlyMap<number, TyreRow>,
    visit: Visit,
  ): Promise<void> {
    const { at, author, customerId, vehicleId } = visit;
    const events: TyreEvent[] = [];
    await closeFittings(
      trx,
      moves.map(({ tread_mm: treadMm, tyre: tyreId }) => ({ tyreId, treadMm })),
      at,
      step,
    );
    for (const move of moves) {
      const row = tyres.get(move.tyre);
      const from = row?.vehicle_id ?? null;
      const common = { tyreId: move.tyre, at, treadMm: move.tread_mm, note: move.note };
      // A rotation is one step; a tyre that leaves a vehicle has its step there.
      if (from !== null && (move.position === null || from !== vehicleId)) {
        const odometerM = visit.odometerOf.get(from) ?? null;
        const position = row?.position ?? null;
        events.push({ ...common, kind: 'removed', vehicleId: from, position, odometerM });
      }
      if (move.position === null) {
        events.push(...(await this.#putAway(trx, move, row, visit)));
        continue;
      }
      const { position } = move;
      const treadMm = move.tread_mm;
      const fitting = { customerId, tyreId: move.tyre, vehicleId, position, at, treadMm, step };
      const charge = await openFitting(trx, fitting);
      const odometerM = visit.odometerOf.get(vehicleId) ?? null;
      const cost = charge === 0 ? null : charge;
      events.push({ ...common, kind: 'fitted', vehicleId, position, odometerM, cost });
    }
    await insertEvents(trx, customerId, author, events, step);
  }

  /** Stores where a removed tyre goes. Returns the steps after the removal. */
  async #putAway(
    trx: Transaction,
    { depot, note, reason, retreader, to, tyre }: Move,
    row: TyreRow | undefined,
    { at, vehicleId }: Visit,
  ): Promise<readonly TyreEvent[]> {
    const depotId = depot ?? row?.depot_id ?? (await depotOf(trx, vehicleId));
    await placeTyre(trx, tyre, {
      status: to,
      depotId,
      retreader: to === 'at_retreader' ? retreader : '',
      reason: to === 'scrapped' ? reason : null,
    });
    const kind = { in_stock: 'stored', at_retreader: 'sent', scrapped: 'scrapped' } as const;
    return [{ tyreId: tyre, kind: kind[to], at, depotId, note }];
  }
}
