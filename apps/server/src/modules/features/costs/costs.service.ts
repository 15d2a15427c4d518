import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { refusingTaken } from '../../core/customers/index.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { costColumns } from './costs.columns.ts';
import {
  type CostRow,
  type CostValues,
  checkCostVehicle,
  deleteCost,
  insertCost,
  updateCost,
  visibleCost,
} from './costs.repository.ts';
import { costPage } from './costs-list.repository.ts';

type Calls = typeof contract.costs;
type CostEntry = AnswerOf<Calls['read']>;
export type CostBody = BodyOf<Calls['create']>;

/** A cost covers at most ten years, so that a mistyped year is noticed. */
const LONGEST_DAYS = 3660;
const DAY_MS = 86_400_000;

const toJson = ({
  vehicle_id,
  registration,
  customer_id: _,
  transaction_ms,
  ...row
}: CostRow): CostEntry => ({
  ...row,
  transaction_at: transaction_ms === null ? null : toApiDateTime(transaction_ms),
  vehicle: { id: vehicle_id, registration },
});

/** What a person enters about a cost, without its vehicle and position. */
export const enteredOf = (row: CostRow) => ({
  category: row.category,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  amount: row.amount,
  litres: row.litres,
  energy_kwh: row.energy_kwh,
  supplier: row.supplier,
  reference: row.reference,
  note: row.note,
  time: row.time,
  place: row.place,
  product: row.product,
});

const described = (row: CostRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'cost' as const, id: String(row.id), name: row.registration },
  facts: {
    vehicle: row.registration,
    ...enteredOf(row),
  },
});

type CardFields = Pick<CostValues, 'time' | 'place' | 'lat' | 'long' | 'product'>;
const NO_CARD: CardFields = { time: null, place: '', lat: null, long: null, product: '' };

/**
 * @param before the values that a change without them keeps
 * @throws HttpError 400 for an end before the start, a quantity of something other than fuel, or half of a place
 */
function valuesOf(
  { vehicle, version: _, ends_on, ...body }: CostBody,
  before: CardFields = NO_CARD,
): CostValues {
  const end = ends_on ?? body.starts_on;
  const days = (Date.parse(end) - Date.parse(body.starts_on)) / DAY_MS;
  if (days < 0) throw wrongField('ends_on', 'cost.ends_before_start');
  if (days > LONGEST_DAYS) throw wrongField('ends_on', 'cost.too_long');
  if (body.category !== 'fuel') {
    if (body.litres !== null) throw wrongField('litres', 'cost.only_of_fuel');
    if (body.energy_kwh !== null) throw wrongField('energy_kwh', 'cost.only_of_fuel');
  }
  const kept = body.category === 'fuel' ? before : NO_CARD;
  const time = body.time === undefined ? kept.time : body.time;
  const lat = body.lat === undefined ? kept.lat : body.lat;
  const long = body.long === undefined ? kept.long : body.long;
  if ((lat === null) !== (long === null)) throw wrongField('lat', 'cost.half_place');
  const { place = kept.place, product = kept.product } = body;
  return { ...body, vehicle_id: vehicle, ends_on: end, time, lat, long, place, product };
}

function refuseTwice(): never {
  throw fieldConflict('reference', 'cost.reference_taken');
}

/** Costs of vehicles that people enter or import. */
export class CostsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.db.asViewer(viewer, async (trx) => {
      await checkCostVehicle(trx, viewer, query.vehicle);
      return costPage(trx, viewer, query, pageOf(query));
    });
    return { count, count_is_limit: isLimit, results: rows.map(toJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await checkCostVehicle(trx, viewer, query.vehicle);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await costPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'costs.title',
        stem: 'costs',
        rows,
        columns: (display) => costColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<CostEntry> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /**
   * @throws HttpError 400 for a wrong field, 404 for a vehicle that is not visible, 409 for a reference
   *   that is entered already
   */
  create(viewer: Viewer, body: CostBody): Promise<CostEntry> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const values = valuesOf(body);
      await visibleVehicle(trx, viewer, body.vehicle);
      const id = await insertCost(trx, values, viewer);
      const row = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return toJson(row);
    });
    return refusingTaken(work, refuseTwice);
  }

  /** @throws HttpError as {@link create}; 409 also if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: CostBody): Promise<CostEntry> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const values = valuesOf(body, before);
      if (body.vehicle !== before.vehicle_id) await visibleVehicle(trx, viewer, body.vehicle);
      if (!(await updateCost(trx, before, body.version ?? before.version, values, viewer))) {
        throw conflict('request.changed_meanwhile');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
    return refusingTaken(work, refuseTwice);
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await deleteCost(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<CostRow> {
    return orNotFound(await visibleCost(trx, viewer, id));
  }
}
