import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { toInfringement } from '../drivers-hours-json.ts';
import { notifyOfInfringement } from '../own/drivers-hours-own-notice.ts';
import { infringementColumns } from './drivers-hours-infringements.columns.ts';
import {
  type InfringementRow,
  infringementPage,
  keepDebrief,
  type OpenInfringements,
  openInfringements,
} from './drivers-hours-infringements.repository.ts';

type Calls = typeof contract.driversHours;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

/** An infringement as the audit log describes it. */
export const describedInfringement = (row: InfringementRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'hours_infringement' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}`,
  },
  facts: {
    state: row.state,
    note: row.note,
    signed_by: row.signed_by,
    comment: row.driver_comment,
  },
});

/**
 * The signature after a debrief. A driver who signs in their own account signs its note: if the note changes, the
 * signature is removed.
 */
function signatureOf(before: InfringementRow, note: string, name: string | null, now: Date) {
  if (name === null) return null;
  if (name !== before.signed_by) return { name, at: now, isOwn: false };
  if (before.is_own_signature && note !== before.note) return null;
  const at = before.signed_ms === null ? now : new Date(before.signed_ms);
  return { name, at, isOwn: before.is_own_signature };
}

/** Infringements of drivers' hours and their debrief. */
export class InfringementsService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  async list(
    viewer: Viewer,
    query: QueryOf<Calls['infringements']>,
  ): Promise<AnswerOf<Calls['infringements']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      infringementPage(trx, viewer, query, pageOf(query)),
    );
    return { count, results: rows.map(toInfringement) };
  }

  /** What waits for a debrief, as the list counts it. */
  open(viewer: Viewer): Promise<OpenInfringements> {
    return this.services.db.asViewer(viewer, (trx) => openInfringements(trx, viewer));
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportInfringements']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await infringementPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'hours.infringements',
        stem: 'drivers-hours',
        rows,
        columns: (display) => infringementColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<AnswerOf<Calls['infringement']>> {
    return this.services.db.asViewer(viewer, async (trx) =>
      toInfringement(await this.#visible(trx, viewer, id)),
    );
  }

  /**
   * Records what was agreed with the driver, who is notified if the signature is missing.
   *
   * @throws HttpError 404 if it is not visible, 409 if somebody else has changed it since
   */
  debrief(
    viewer: Viewer,
    id: number,
    { note, signed_by: signedBy, state, version }: BodyOf<Calls['debrief']>,
  ): Promise<AnswerOf<Calls['debrief']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const signature = signatureOf(before, note, signedBy, new Date());
      const debrief = { state, note, signature, userId: viewer.userId };
      if (!(await keepDebrief(trx, id, version, debrief))) {
        throw conflict('drivers_hours.infringement_changed');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, describedInfringement, before, after);
      if (state === 'debriefed' && after.signed_by === null) {
        await notifyOfInfringement(trx, this.services, after, 'debriefed', viewer.userId);
      }
      return toInfringement(after);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<InfringementRow> {
    const { rows } = await infringementPage(trx, viewer, { id }, ONE);
    return orNotFound(rows[0]);
  }
}
