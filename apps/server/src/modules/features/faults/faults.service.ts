import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { meaningOf } from '../../../engines/faults/index.ts';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { reportDefect } from '../defects/index.ts';
import { changedMeanwhile, checkVisibleScope, faultTitle, scopeOf } from '../records/index.ts';
import { faultColumns } from './faults.columns.ts';
import {
  closeFault,
  type FaultRow,
  faultPage,
  linkDefect,
  visibleFault,
} from './faults.repository.ts';
import { described, type Fault, toListed } from './faults-json.ts';
import { insertNote } from './notes/faults-notes.repository.ts';
import { faultAnswer } from './thread/faults-thread.ts';

type Calls = typeof contract.faults;
type Filter = Omit<QueryOf<Calls['list']>, 'page' | 'pageSize'>;

/** The part of a vehicle that a fault is about, for its defect. */
export const areaOf = ({ fault_key: key, kind }: Pick<FaultRow, 'fault_key' | 'kind'>) =>
  kind === 'tyrePressure' ? 'tyres' : kind === 'camera' ? 'other' : meaningOf(key).area;

/** The most characters of an item's name in defects and checks. */
const NAME_LENGTH = 90;
export const nameOf = (title: string) =>
  title.length <= NAME_LENGTH ? title : `${title.slice(0, NAME_LENGTH - 1)}…`;

/** Faults of vehicles and their threads. */
export class FaultsService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /** @throws HttpError 404 for a region, depot or vehicle that is not visible */
  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const filter = await this.#filter(trx, viewer, query);
      const { count, rows } = await faultPage(trx, viewer, filter, pageOf(query));
      return { count, results: rows.map((row) => toListed(viewer.language, row)) };
    });
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, { format, ...query }: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      const filter = await this.#filter(trx, viewer, query);
      const { rows } = await faultPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, format, {
        title: 'faults.title',
        stem: 'faults',
        rows,
        columns: (display) => faultColumns((key) => wordsOf(display, key), viewer.language),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Fault> {
    return this.services.db.asViewer(viewer, async (trx) =>
      faultAnswer(trx, viewer, orNotFound(await visibleFault(trx, viewer, id))),
    );
  }

  /**
   * Reports a defect of a fault.
   *
   * @throws HttpError 404 if it is not visible, 409 if it has a defect, has ended or was changed meanwhile
   */
  async createDefect(viewer: Viewer, id: number, body: BodyOf<Calls['createDefect']>) {
    const answer = await this.#change(viewer, id, async (trx, row) => {
      if (row.ended_at !== null) throw conflict('fault.ended');
      if (row.defect_record_id !== null) throw conflict('fault.has_defect');
      const actor = await actorOf(trx, viewer);
      const defectId = await reportDefect(
        trx,
        { viewer, author: { ...actor, userId: viewer.userId }, photos: [] },
        {
          customerId: row.customer_id,
          vehicleId: row.vehicle_id,
          place: null,
          odometerM: null,
          items: [
            {
              name: nameOf(faultTitle(viewer.language, row)),
              area: areaOf(row),
              severity: body.severity,
              finding: body.finding,
              remedy: null,
            },
          ],
          reportedAt: new Date(),
          reportedBy: actor.name,
        },
      );
      if (!(await linkDefect(trx, { id, version: body.version }, defectId))) {
        throw changedMeanwhile();
      }
    });
    this.services.bus.publish('activities.changed', { customerId: answer.customer });
    return answer;
  }

  /** @throws HttpError 404 if it is not visible, 409 if it has ended */
  addNote(viewer: Viewer, id: number, { note }: BodyOf<Calls['addNote']>): Promise<Fault> {
    return this.#change(viewer, id, async (trx, row) => {
      if (row.ended_at !== null) throw conflict('fault.ended');
      await insertNote(trx, row, { note, author: (await actorOf(trx, viewer)).name });
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it has ended or was changed meanwhile */
  close(viewer: Viewer, id: number, body: BodyOf<Calls['close']>): Promise<Fault> {
    return this.#change(viewer, id, async (trx, row) => {
      if (row.ended_at !== null) throw conflict('fault.ended');
      const by = { note: body.note, name: (await actorOf(trx, viewer)).name };
      if (!(await closeFault(trx, { id, version: body.version }, by))) throw changedMeanwhile();
    });
  }

  #change(
    viewer: Viewer,
    id: number,
    change: (trx: Transaction, row: FaultRow) => Promise<void>,
  ): Promise<Fault> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await visibleFault(trx, viewer, id));
      await change(trx, before);
      const after = orNotFound(await visibleFault(trx, viewer, id));
      await recordRow(trx, viewer, described, before, after);
      return faultAnswer(trx, viewer, after);
    });
  }

  async #filter(trx: Transaction, viewer: Viewer, query: Filter) {
    const { kind, severity, state } = query;
    const scope = scopeOf(query);
    await checkVisibleScope(trx, viewer, scope);
    return { ...scope, kind, severity, state };
  }
}
