import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import { ageFrom, dayOfDotWeek } from '../../../../engines/tyres/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { calculateTyres } from '../calculation/tyres-calculation.service.ts';
import { judgeTyres } from '../calculation/tyres-judgement.ts';
import { lastMoveOf } from '../moves/tyres-undo.repository.ts';
import { pressuresOf } from '../pressures/tyres-pressures.repository.ts';
import { describedTyre } from './tyres-audit.ts';
import {
  deleteTyre,
  insertTyre,
  lockTyres,
  placeTyre,
  retreadTyre,
  updateTyre,
  wasFitted,
} from './tyres-change.repository.ts';
import { eventsOf, insertEvents, lastStepsOf } from './tyres-events.repository.ts';
import { eventJson, findingJson, tyreJson } from './tyres-json.ts';
import { tyreColumns } from './tyres-register.columns.ts';
import {
  type TyreFilter,
  type TyreRow,
  tyreFigures,
  tyrePage,
  tyresById,
} from './tyres-register.repository.ts';

type Calls = typeof contract.tyres;
type Tyre = AnswerOf<Calls['read']>;
type TyreBody = BodyOf<Calls['create']>;
type Step = BodyOf<Calls['step']>;

const DOT_WEEK = /^(0[1-9]|[1-4]\d|5[0-3])\d\d$/;

const todayOf = (viewer: Viewer, nowMs: number) => toApiDate(nowMs, viewer.timeZone ?? 'UTC');

function refuseTaken(): never {
  throw fieldConflict('serial', 'tyre.serial_taken');
}

/** Refuses a purchase day, a date code or a day of retreading that cannot be. */
function checkDates(
  { bought_on, dot_week, is_retread, retreaded_on }: TyreBody,
  today: string,
): void {
  if (bought_on !== null && bought_on > today) {
    throw wrongField('bought_on', 'validation.date_after_today');
  }
  if (dot_week !== null && (!DOT_WEEK.test(dot_week) || dayOfDotWeek(dot_week) > today)) {
    throw wrongField('dot_week', 'tyre.dot_week');
  }
  if (retreaded_on === null) return;
  if (!is_retread) throw wrongField('retreaded_on', 'tyre.not_a_retread');
  if (retreaded_on > today) throw wrongField('retreaded_on', 'validation.date_after_today');
}

/** Which steps a tyre may take. */
const STEPS: Readonly<Record<Step['step'], readonly string[]>> = {
  store: ['in_stock'],
  send: ['in_stock'],
  return: ['at_retreader'],
  scrap: ['in_stock', 'at_retreader'],
};
const EVENTS = { store: 'stored', send: 'sent', return: 'returned', scrap: 'scrapped' } as const;
const PLACES = {
  store: 'in_stock',
  send: 'at_retreader',
  return: 'in_stock',
  scrap: 'scrapped',
} as const;

async function rowOf(trx: Transaction, viewer: Viewer, id: number): Promise<TyreRow> {
  const [row] = await tyresById(trx, viewer, [id], todayOf(viewer, Date.now()));
  return orNotFound(row);
}

/**
 * A tyre as the calls answer it.
 *
 * @throws HttpError 404 if it is not visible
 */
export async function tyreOf(trx: Transaction, viewer: Viewer, id: number): Promise<Tyre> {
  const row = await rowOf(trx, viewer, id);
  const [judged] = await judgeTyres(trx, [id], Date.now());
  const dates = { dotWeek: row.dot_week, retreadedOn: row.retreaded_on };
  const last = await lastMoveOf(trx, id);
  return {
    ...tyreJson(row),
    age_from: ageFrom(dates),
    findings: (judged?.findings ?? []).map(findingJson),
    history: (await eventsOf(trx, id)).map(eventJson),
    treads: (judged?.treads ?? []).map(({ atMs, runM, source, treadMm }) => ({
      at: new Date(atMs).toISOString(),
      tread_mm: treadMm,
      run_m: runM,
      source,
    })),
    limit_mm: judged?.limitMm ?? null,
    undo:
      last === undefined || last.later.length > 0
        ? null
        : { step: last.step, tyres: last.tyreIds.length },
  };
}

/** Days of the longest chart in which each reading of a sensor is shown. */
const WHOLE_DAYS = 31;
const BUCKET_S = 6 * 3600;
const DAY_MS = 86_400_000;

/** The register of tyres: marks, stock, retreading and scrap. */
export class TyreRegisterService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle or depot that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      return tyrePage(trx, viewer, query, pageOf(query), todayOf(viewer, Date.now()));
    });
    return { count, results: rows.map(tyreJson) };
  }

  /** Fitted tyres to change now and within four weeks; null without any tyre. */
  async figures(viewer: Viewer, nowMs: number): Promise<{ now: number; soon: number } | null> {
    const today = todayOf(viewer, nowMs);
    return (await this.db.asViewer(viewer, (trx) => tyreFigures(trx, viewer, today))) ?? null;
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await this.#check(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await tyrePage(trx, viewer, query, page, todayOf(viewer, Date.now()));
      return tableFile(trx, viewer, query.format, {
        title: 'tyres.title',
        stem: 'tyres',
        rows,
        columns: (display) => tyreColumns((key, values) => wordsOf(display, key, values)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Tyre> {
    return this.db.asViewer(viewer, (trx) => tyreOf(trx, viewer, id));
  }

  /** The pressures of a tyre in the last days. @throws HttpError 404 if it is not visible */
  pressures(
    viewer: Viewer,
    id: number,
    { days }: QueryOf<Calls['pressures']>,
  ): Promise<AnswerOf<Calls['pressures']>> {
    return this.db.asViewer(viewer, async (trx) => {
      await rowOf(trx, viewer, id);
      const count = Number(days);
      const since = new Date(Date.now() - count * DAY_MS);
      const bucketS = count > WHOLE_DAYS ? BUCKET_S : null;
      const rows = await pressuresOf(trx, id, since, bucketS);
      return { pressures: rows.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) };
    });
  }

  /**
   * @throws HttpError 400 without a depot, or for dates that cannot be; 404 for a depot that is not
   *   visible; 409 for a serial number that another tyre has
   */
  create(viewer: Viewer, { depot, version: _, ...values }: TyreBody): Promise<Tyre> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const nowMs = Date.now();
      checkDates({ ...values, depot }, todayOf(viewer, nowMs));
      if (depot === null) throw wrongField('depot', 'tyre.depot_required');
      await checkVisibleDepot(trx, viewer, depot);
      const customerId = await customerFor(trx, viewer, undefined);
      const id = await insertTyre(trx, customerId, depot, values);
      const { name } = await authorOf(trx, viewer);
      const added = { tyreId: id, kind: 'added' as const, at: new Date(nowMs), depotId: depot };
      await insertEvents(trx, customerId, name, [{ ...added, cost: values.cost }]);
      await recordRow(trx, viewer, describedTyre, null, await rowOf(trx, viewer, id));
      return tyreOf(trx, viewer, id);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 409 also if somebody else has changed it since */
  change(viewer: Viewer, id: number, { depot: _, version, ...values }: TyreBody): Promise<Tyre> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const nowMs = Date.now();
      checkDates({ ...values, depot: null }, todayOf(viewer, nowMs));
      const before = await rowOf(trx, viewer, id);
      if (!(await updateTyre(trx, before, version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      await calculateTyres(trx, [id], nowMs);
      await recordRow(trx, viewer, describedTyre, before, await rowOf(trx, viewer, id));
      return tyreOf(trx, viewer, id);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 404 if it is not visible, 409 if it was ever fitted */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await rowOf(trx, viewer, id);
      if (await wasFitted(trx, id)) throw conflict('tyre.was_fitted');
      await deleteTyre(trx, id);
      await recordRow(trx, viewer, describedTyre, before, null);
    });
  }

  /**
   * Takes a step of a tyre that is not fitted.
   *
   * @throws HttpError 400 on the field, 404 if tyre or depot are not visible, 409 if the step does not
   *   follow
   */
  step(viewer: Viewer, id: number, body: Step): Promise<Tyre> {
    return this.db.asViewer(viewer, async (trx) => {
      const nowMs = Date.now();
      await lockTyres(trx, [id]);
      const before = await rowOf(trx, viewer, id);
      if (!STEPS[body.step].includes(before.status)) throw conflict('tyre.step_does_not_follow');
      await this.#checkStep(trx, viewer, id, body, nowMs);
      const depotId = body.depot ?? before.depot_id;
      await placeTyre(trx, id, {
        status: PLACES[body.step],
        depotId,
        retreader: body.step === 'send' ? body.retreader : '',
        reason: body.step === 'scrap' ? body.reason : null,
      });
      if (body.step === 'return') {
        await retreadTyre(trx, id, {
          number: body.retread_number,
          on: body.retreaded_on ?? body.at.slice(0, 10),
          newTreadMm: body.new_tread_mm,
          cost: body.cost,
        });
      }
      const { name } = await authorOf(trx, viewer);
      const event = { tyreId: id, kind: EVENTS[body.step], at: new Date(body.at), depotId };
      await insertEvents(trx, before.customer_id, name, [
        { ...event, note: body.note, cost: body.step === 'return' ? body.cost : null },
      ]);
      await calculateTyres(trx, [id], nowMs);
      await recordRow(trx, viewer, describedTyre, before, await rowOf(trx, viewer, id));
      return tyreOf(trx, viewer, id);
    });
  }

  async #checkStep(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    body: Step,
    nowMs: number,
  ): Promise<void> {
    const atMs = Date.parse(body.at);
    if (atMs > nowMs) throw wrongField('at', 'validation.time_in_future');
    const last = await lastStepsOf(trx, [id]);
    if (last.some((one) => one > atMs)) throw wrongField('at', 'tyre.earlier_than_last');
    if (body.step === 'store' && body.depot === null) {
      throw wrongField('depot', 'tyre.depot_required');
    }
    if (body.depot !== null) await checkVisibleDepot(trx, viewer, body.depot);
    if (body.step === 'scrap' && body.reason === null) {
      throw wrongField('reason', 'tyre.reason_required');
    }
    if (body.retreaded_on !== null && body.retreaded_on > todayOf(viewer, nowMs)) {
      throw wrongField('retreaded_on', 'validation.date_after_today');
    }
  }

  async #check(trx: Transaction, viewer: Viewer, { depot, vehicle }: TyreFilter): Promise<void> {
    if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
  }
}
