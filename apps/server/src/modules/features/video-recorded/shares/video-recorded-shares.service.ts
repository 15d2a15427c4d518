import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { personName } from '../../../../platform/audit/index.ts';
import { randomToken, tokenHash, type Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { trailOfClip } from '../overlay/video-recorded-overlay-trail.ts';
import { eventName, toVideoFile } from '../requests/request-json.ts';
import { filesOfRequests, visibleRequest } from '../requests/video-recorded-requests.repository.ts';
import { insertView, isLogged } from '../views/video-recorded-views.repository.ts';
import { shareLabel } from '../views/video-recorded-views-clip.repository.ts';
import {
  insertShare,
  livingShare,
  revokeShare,
  sharesOfRequest,
} from './video-recorded-shares.repository.ts';

type Shared = AnswerOf<typeof contract.videoRecorded.shared>;

/** Links that show a clip without sign-in. */
export class SharesService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'config'>) {}

  /** @throws HttpError 404 for a clip that the viewer cannot see */
  async list(
    viewer: Viewer,
    requestId: number,
  ): Promise<AnswerOf<typeof contract.videoRecorded.shares>> {
    const rows = await this.services.db.asViewer(viewer, async (trx) => {
      await this.#clip(trx, viewer, requestId);
      return sharesOfRequest(trx, requestId);
    });
    return {
      results: rows.map((row) => ({
        id: Number(row.id),
        note: row.note,
        created_by: row.created_by_name,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        revoked_at: row.revoked_at?.toISOString() ?? null,
        views: row.views,
        last_view_at: row.last_view_at?.toISOString() ?? null,
      })),
    };
  }

  /**
   * Makes a link to a clip. The token follows the #, which browsers do not send to servers.
   *
   * @throws HttpError 404 for a clip that the viewer cannot see, 409 for one that is not ready
   */
  async create(
    viewer: Viewer,
    requestId: number,
    body: BodyOf<typeof contract.videoRecorded.share>,
  ): Promise<AnswerOf<typeof contract.videoRecorded.share>> {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + body.expires_in_hours * 3_600_000);
    const id = await this.services.db.asViewer(viewer, async (trx) => {
      const clip = await this.#clip(trx, viewer, requestId);
      if (clip.state !== 'ready') throw conflict('video.share_not_ready');
      return insertShare(trx, {
        customerId: clip.customer_id,
        requestId,
        tokenHash: tokenHash(token),
        note: body.note,
        userId: viewer.userId,
        userName: await personName(trx, viewer.userId),
        expiresAt,
      });
    });
    const address = `${this.services.config.publicUrl}/video/shared#${token}`;
    return { id, address, expires_at: expiresAt.toISOString() };
  }

  /** @throws HttpError 404 for a clip that the viewer cannot see, or a link of another clip */
  async revoke(viewer: Viewer, requestId: number, shareId: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      await this.#clip(trx, viewer, requestId);
      if (!(await revokeShare(trx, requestId, shareId))) throw notFound();
    });
  }

  /**
   * The shared clip for the holder of a link. The view is logged first.
   *
   * @throws HttpError 404 for an unknown, revoked or expired link
   */
  async open(token: string): Promise<Shared> {
    return this.services.db.asSystem(async (trx) => {
      const share = orNotFound(await livingShare(trx, tokenHash(token)), 'video.share_ended');
      const requestId = Number(share.request_id);
      const shareId = Number(share.share_id);
      const seen = { kind: 'shared', requestId, shareId, userId: null } as const;
      if (!(await isLogged(trx, seen))) {
        await insertView(trx, {
          ...seen,
          customerId: share.customer_id,
          vehicleId: share.vehicle_id,
          cameras: share.cameras,
          userName: shareLabel(share),
          reason: share.reason,
        });
      }
      const files = await filesOfRequests(trx, [share.request_id]);
      const trail = await trailOfClip(trx, this.services.files, share);
      return {
        registration: share.registration,
        start: share.started_at.toISOString(),
        duration: share.duration_s,
        cameras: share.cameras,
        event:
          share.event_code === null || share.event_at === null
            ? null
            : {
                code: share.event_code,
                name: eventName(share.event_code),
                at: share.event_at.toISOString(),
              },
        files: files.map((file) => toVideoFile(this.services.files, file, `s${shareId}`)),
        trail: trail.map((point) => ({
          lat: point.latitudeDeg,
          long: point.longitudeDeg,
          dir: point.headingDeg,
          speed: point.speedKmh,
          timestamp: toApiDateTime(point.timeMs),
        })),
        note: share.note,
        expires_at: share.expires_at.toISOString(),
      };
    });
  }

  async #clip(trx: Transaction, viewer: Viewer, requestId: number) {
    return orNotFound(await visibleRequest(trx, viewer, requestId));
  }
}
