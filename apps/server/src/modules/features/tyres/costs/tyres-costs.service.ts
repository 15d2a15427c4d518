import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { fromLocalMinute } from '@roadworthy/domain';
import { addDays } from '@roadworthy/domain/time';
import {
  type TyreCostRow,
  tyreCostRow,
  tyreCostRows,
  type UsedTyre,
  useOfTyre,
} from '../../../../engines/tyres/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, wrongField } from '../../../../platform/errors.ts';
import { type ReportFile, tableFile, wordsOf } from '../../../../platform/tables/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { tyreCostColumns } from './tyres-costs.columns.ts';
import { type ReportedTyre, reportedTyres } from './tyres-costs.repository.ts';
import { usedTyres } from './used-tyres.ts';

type Calls = typeof contract.tyreCosts;
type Query = QueryOf<Calls['report']>;

/** Tyres of one report; a larger fleet chooses a depot, make or size. */
const MAX_TYRES = 5000;
const MAX_DAYS = 5 * 366;
const DAY_MS = 86_400_000;

const plain = (text: string) => text.trim().toLowerCase();
const isSame = (one: string, other: string | undefined) =>
  other === undefined || plain(one) === plain(other);

/** Names of a filter, each once, by name. */
const namesOf = (names: readonly string[]) =>
  [...new Map(names.map((name) => [plain(name), name.trim()])).values()].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );

const figuresOf = ({ make: _make, model: _model, ...row }: TyreCostRow, tyres: number) => ({
  tyres,
  fitted_now: row.fittedNow.length,
  bought: row.bought.length,
  without_purchase_day: row.withoutPurchaseDay.length,
  scrapped: row.scrapped.length,
  causes: row.causes,
  retreads: row.retreads,
  retreaded: row.retreaded.length,
  ran: row.ran.length,
  mean_run_m: row.meanRunM,
  without_distance: row.withoutDistance.length,
  measured: row.measured.length,
  m_per_mm: row.mPerMm,
  is_interpolated: row.isInterpolated,
  costed: row.costed.length,
  mean_cost: row.meanCost,
  without_cost: row.withoutCost.length,
  worn: row.worn.length,
  cost_per_m: row.costPerM,
});

/** The tyres behind each figure. */
const BEHIND = {
  fitted_now: 'fittedNow',
  bought: 'bought',
  without_purchase_day: 'withoutPurchaseDay',
  scrapped: 'scrapped',
  retreaded: 'retreaded',
  ran: 'ran',
  without_distance: 'withoutDistance',
  measured: 'measured',
  costed: 'costed',
  without_cost: 'withoutCost',
  worn: 'worn',
} as const satisfies Record<QueryOf<Calls['tyres']>['figure'], keyof TyreCostRow>;

/** What was read for a report. */
interface Read {
  readonly tyres: readonly ReportedTyre[];
  readonly used: readonly UsedTyre[];
  readonly byDepotToday: number;
}

/** What tyres cost and how far they run, by make and model. */
export class TyreCostsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 for days that do not fit or too many tyres, 404 for a depot that is not visible */
  report(viewer: Viewer, query: Query): Promise<AnswerOf<Calls['report']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { byDepotToday, tyres, used } = await this.#read(trx, viewer, query);
      return {
        results: tyreCostRows(used).map((row) => ({
          make: row.make,
          model: row.model,
          ...figuresOf(row, row.tyres.length),
        })),
        totals: figuresOf(tyreCostRow({ make: '', model: '' }, used), used.length),
        makes: namesOf(tyres.map(({ make }) => make)),
        sizes: namesOf(tyres.map(({ size }) => size)),
        fittings_by_depot_today: byDepotToday,
      };
    });
  }

  /** @throws HttpError as {@link report} */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const { used } = await this.#read(trx, viewer, query);
      return tableFile(trx, viewer, query.format, {
        title: 'tyres.costs.title',
        stem: 'tyre-costs',
        rows: tyreCostRows(used),
        columns: (display) => tyreCostColumns(display.unit, (key) => wordsOf(display, key)),
      });
    });
  }

  /** The tyres behind a figure of a row, or of all rows. @throws HttpError as {@link report} */
  tyres(viewer: Viewer, query: QueryOf<Calls['tyres']>): Promise<AnswerOf<Calls['tyres']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { tyres, used } = await this.#read(trx, viewer, query);
      const { cause, row_make: make, row_model: model } = query;
      const own = used.filter(
        (one) =>
          isSame(one.make, make) &&
          isSame(one.model, model) &&
          (cause === undefined || one.scrapped === cause),
      );
      const ids = new Set(tyreCostRow({ make: '', model: '' }, own)[BEHIND[query.figure]]);
      const byId = new Map(tyres.map((tyre) => [tyre.id, tyre]));
      return {
        results: own
          .filter(({ id }) => ids.has(id))
          .flatMap((one) => {
            const row = byId.get(one.id);
            if (row === undefined) return [];
            const use = useOfTyre(one);
            return [
              {
                id: row.id,
                serial: row.serial,
                make: row.make,
                model: row.model,
                size: row.size,
                status: row.status,
                vehicle:
                  row.vehicle_id === null
                    ? null
                    : { id: row.vehicle_id, registration: row.registration ?? '' },
                bought_on: row.bought_on,
                scrap_reason: row.scrap_reason,
                retreads: one.retreads,
                run_m: use.runM,
                worn_mm: use.wornMm,
                worn_run_m: use.wornRunM,
                is_interpolated: use.isInterpolated,
                cost: use.totalCost,
                worn_cost: use.wornCost,
              },
            ];
          }),
      };
    });
  }

  async #read(trx: Transaction, viewer: Viewer, query: Query): Promise<Read> {
    const { from: firstDay, to: lastDay, make, size } = query;
    if (lastDay < firstDay) throw wrongField('to', 'tyre.costs_days');
    if (Date.parse(lastDay) - Date.parse(firstDay) >= MAX_DAYS * DAY_MS) {
      throw wrongField('from', 'tyre.costs_too_long');
    }
    if (query.depot !== undefined) await checkVisibleDepot(trx, viewer, query.depot);
    const zone = viewer.timeZone ?? 'UTC';
    const range = {
      firstDay,
      lastDay,
      from: new Date(fromLocalMinute(`${firstDay}T00:00`, zone)),
      to: new Date(addDays(fromLocalMinute(`${lastDay}T00:00`, zone), 1, zone)),
    };
    const tyres = await reportedTyres(trx, viewer, range, { make, size }, MAX_TYRES);
    if (tyres.length > MAX_TYRES) {
      throw badRequest({ code: 'tyre.costs_too_many', params: { most: MAX_TYRES } });
    }
    const { byDepotToday, used } = await usedTyres(trx, tyres, range, query, Date.now());
    return { tyres, used, byDepotToday };
  }
}
