import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { canBurnIn } from '../overlay/video-recorded-overlay-ffmpeg.ts';
import {
  clipSums,
  updateSettings,
  type VideoSettings,
  videoSettings,
} from './video-recorded-storage.repository.ts';
import { quotaOf } from './video-recorded-storage-quota.ts';

type Storage = AnswerOf<typeof contract.videoRecorded.storage>;

/** The customer of the viewer, whose settings apply. */
export function ownCustomer(viewer: Viewer): number {
  if (viewer.customerId !== null) return viewer.customerId;
  throw badRequest('video.settings_need_customer');
}

/** The settings as the audit log stores them. */
const toLogged = ({ retentionDays, quotaBytes, liveLimitS }: VideoSettings) => ({
  retention_days: retentionDays,
  quota_bytes: quotaBytes,
  live_limit_s: liveLimitS,
});

/** Retention and quota of video. */
export class StorageService {
  constructor(private readonly db: Database) {}

  /** The settings and the used storage of the viewer's customer. */
  async read(viewer: Viewer): Promise<Storage> {
    const customerId = ownCustomer(viewer);
    return this.db.asViewer(viewer, (trx) => this.#read(trx, customerId));
  }

  /** Changes the settings; clips that are not marked to keep get their new expiry at once. */
  async change(
    viewer: Viewer,
    body: BodyOf<typeof contract.videoRecorded.changeStorage>,
  ): Promise<Storage> {
    const customerId = ownCustomer(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      const before = await videoSettings(trx, customerId);
      const after = {
        retentionDays: body.retention_days,
        quotaBytes: body.quota_bytes,
        liveLimitS: body.live_limit_s,
      };
      await updateSettings(trx, customerId, after);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'video_storage', id: String(customerId), name: '' },
        action: 'changed',
        before: toLogged(before),
        after: toLogged(after),
      });
      return this.#read(trx, customerId);
    });
  }

  async #read(trx: Transaction, customerId: number): Promise<Storage> {
    const settings = await videoSettings(trx, customerId);
    const { used, state } = await quotaOf(trx, customerId);
    const { clips, keptBytes } = await clipSums(trx, customerId);
    return {
      retention_days: settings.retentionDays,
      quota_bytes: settings.quotaBytes,
      live_limit_s: settings.liveLimitS,
      used_bytes: used,
      kept_bytes: keptBytes,
      clips,
      state,
      can_burn_in: await canBurnIn(),
    };
  }
}
