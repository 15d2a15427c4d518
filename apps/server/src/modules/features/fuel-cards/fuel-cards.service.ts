import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { FUEL_CARD_RULES, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { keepDecision, lastFourWeeks, toDecided } from '../../../platform/decisions.ts';
import { conflict, orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { findingColumns } from './fuel-cards.columns.ts';
import { type FindingRow, findingPage, keepTank } from './fuel-cards.repository.ts';

type Calls = typeof contract.fuelCards;
type Finding = AnswerOf<Calls['read']>;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

const toJson = (row: FindingRow): Finding => ({
  id: row.id,
  rule: row.rule,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  occurred_at: toApiDateTime(row.occurred_ms),
  entry: {
    id: row.entry_id,
    day: row.day,
    time: row.time,
    place: row.place,
    product: row.product,
    litres: row.litres,
    energy_kwh: row.energy_kwh,
    amount: row.amount,
    supplier: row.supplier,
    reference: row.reference,
  },
  figures: row.figures,
  checks: FUEL_CARD_RULES.map((rule) => {
    const verdict = row.verdicts[rule];
    return {
      rule,
      outcome: verdict.outcome,
      reason: verdict.outcome === 'unknown' ? verdict.reason : null,
    };
  }),
  tank: row.tank === null ? null : Math.round(row.tank * 10) / 10,
  state: row.state,
  ...toDecided(row),
});

const described = (row: FindingRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'fuel_card_finding' as const,
    id: String(row.id),
    name: `${row.registration}, ${row.day}`,
  },
  facts: { rule: row.rule, state: row.state, note: row.note, tank: row.tank },
});

/** Purchases of fuel that do not fit position, tank or vehicle. */
export class FuelCardsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      return findingPage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toJson) };
  }

  /**
   * What nobody has decided about in the last four weeks, as the list counts it.
   *
   * @param nowMs decides which day is today in UTC
   */
  async open(viewer: Viewer, nowMs: number) {
    const { from, to } = lastFourWeeks(nowMs);
    const { count } = await this.db.asViewer(viewer, (trx) =>
      findingPage(trx, viewer, { state: 'open', from, to }, ONE),
    );
    return { open: count, start_date: from, end_date: to };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await findingPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'fuelCards.title',
        stem: 'fuel-card-findings',
        rows,
        columns: (display) => findingColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Finding> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /** @throws HttpError 404 if it is not visible, 409 if somebody else has changed it since */
  decide(
    viewer: Viewer,
    id: number,
    { note, state, tank, version }: BodyOf<Calls['decide']>,
  ): Promise<Finding> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const decidedBy = state === 'open' ? null : viewer.userId;
      const of = { id, version };
      if (!(await keepDecision(trx, 'fuel_card_findings', of, { state, note, decidedBy }))) {
        throw conflict('request.changed_meanwhile');
      }
      if (tank !== undefined && tank !== before.tank) await keepTank(trx, before, tank);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<FindingRow> {
    return orNotFound((await findingPage(trx, viewer, { id }, ONE)).rows[0]);
  }
}
