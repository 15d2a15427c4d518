import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { momentRange } from '@roadworthy/domain/time';
import { personName } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { visibleRequest } from '../requests/video-recorded-requests.repository.ts';
import { insertView, viewPage } from './video-recorded-views.repository.ts';

type Query = QueryOf<typeof contract.videoRecorded.views>;

/** The viewing log: who watched which vehicle, when and why. */
export class ViewsService {
  constructor(private readonly db: Database) {}

  /** A page of the log of visible vehicles. */
  async list(viewer: Viewer, query: Query): Promise<AnswerOf<typeof contract.videoRecorded.views>> {
    const moment = (text: string | undefined, end: 'start' | 'end') =>
      text === undefined
        ? undefined
        : momentRange({ start: text, end: text }, viewer.timeZone ?? 'UTC')[end];
    const filter = {
      vehicleId: query.vehicle,
      requestId: query.request,
      start: moment(query.start, 'start'),
      end: moment(query.end, 'end'),
      kind: query.kind,
    };
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      if (query.request !== undefined) {
        // Entries of a deleted clip remain: they name the vehicle themselves.
        const row = await visibleRequest(trx, viewer, query.request);
        const logged = await viewPage(trx, viewer, filter, {
          ...pageOf(query),
          offset: 0,
          limit: 1,
        });
        if (row === undefined && logged.count === 0) throw notFound();
      }
      return viewPage(trx, viewer, filter, pageOf(query));
    });
    return {
      count,
      results: rows.map((row) => ({
        id: Number(row.id),
        kind: row.kind,
        vehicle: { id: row.vehicle_id, registration: row.registration },
        who: row.user_name,
        user: row.user_id,
        at: row.viewed_at.toISOString(),
        reason: row.reason,
        request: row.request_id === null ? null : Number(row.request_id),
        cameras: row.cameras,
      })),
    };
  }

  /**
   * Logs why a clip is watched or saved.
   *
   * @throws HttpError 404 for a clip that the viewer cannot see
   */
  async say(
    viewer: Viewer,
    requestId: number,
    { kind, reason }: BodyOf<typeof contract.videoRecorded.view>,
  ): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleRequest(trx, viewer, requestId));
      await insertView(trx, {
        customerId: row.customer_id,
        kind,
        vehicleId: row.vehicle_id,
        requestId,
        cameras: row.cameras,
        userId: viewer.userId,
        userName: await personName(trx, viewer.userId),
        reason: reason === '' ? row.reason : reason,
      });
    });
  }
}
