import { personName } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { FileKeeper, FileRow, Reader } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { visibleRequest } from '../requests/video-recorded-requests.repository.ts';
import { insertView, isLogged } from './video-recorded-views.repository.ts';
import { clipOfFile, shareById, shareLabel } from './video-recorded-views-clip.repository.ts';

/** The purpose of video files. */
export const VIDEO_PURPOSE = 'video';
/**
 * Cache of recent views of this process, so that a player's many range requests need no queries.
 */
const REMEMBERED = 5000;
const REMEMBER_MS = 10 * 60_000;

interface Identity {
  readonly userId: number | null;
  readonly shareId: number | null;
}

/** `u12` is a user, `s5` a share; null for anything else, which may not read. */
function identityOf(reader: Reader): Identity | null {
  if (reader.kind === 'viewer') return { userId: reader.viewer.userId, shareId: null };
  const match = /^([us])(\d{1,15})$/.exec(reader.reader);
  if (match === null) return null;
  const id = Number(match[2]);
  return match[1] === 'u' ? { userId: id, shareId: null } : { userId: null, shareId: id };
}

/** Without the video module a viewer may not read its files. */
async function mayReadOf(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  fileId: string,
): Promise<boolean> {
  if (!viewer.modules.includes('videos')) return false;
  return db.asViewer(viewer, async (trx) => {
    const clip = await clipOfFile(trx, fileId);
    if (clip === undefined) return false;
    return (await visibleRequest(trx, viewer, clip.requestId)) !== undefined;
  });
}

/** Access to thumbnails. A list shows many at once, so reading one is not logged as a viewing. */
export class ThumbnailKeeper implements FileKeeper {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  mayRead(viewer: Viewer, fileId: string): Promise<boolean> {
    return mayReadOf(this.services, viewer, fileId);
  }
}

/**
 * Access to video files: checks permissions, and writes the viewing log before the first byte is
 * sent.
 */
export class VideoFileOwner implements FileKeeper {
  readonly #lately = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'db'>) {}

  mayRead(viewer: Viewer, fileId: string): Promise<boolean> {
    return mayReadOf(this.services, viewer, fileId);
  }

  async wasRead(file: FileRow, reader: Reader, isDownload: boolean): Promise<void> {
    const identity = identityOf(reader);
    if (identity === null) throw notFound();
    // A revoked share ends at once, also for file addresses issued earlier.
    if (identity.shareId !== null) await this.#refuseEnded(identity.shareId);
    const key = `${file.id} ${identity.userId} ${identity.shareId} ${isDownload}`;
    const nowMs = Date.now();
    if ((this.#lately.get(key) ?? 0) > nowMs - REMEMBER_MS) return;
    if (this.#lately.size >= REMEMBERED) this.#lately.clear();
    // Set before the entry is written, so that parallel range requests make one entry.
    this.#lately.set(key, nowMs);
    await this.#log(file, identity, isDownload).catch((error) => {
      this.#lately.delete(key);
      throw error;
    });
  }

  async #refuseEnded(shareId: number): Promise<void> {
    const share = await this.services.db.asSystem((trx) => shareById(trx, shareId));
    if (share === undefined || !share.lives) throw notFound();
  }

  async #log(file: FileRow, { userId, shareId }: Identity, isDownload: boolean): Promise<void> {
    await this.services.db.asSystem(async (trx) => {
      const clip = await clipOfFile(trx, file.id);
      if (clip === undefined) return;
      const kind = isDownload ? 'downloaded' : shareId === null ? 'recorded' : 'shared';
      const seen = { kind, requestId: clip.requestId, userId } as const;
      if (await isLogged(trx, shareId === null ? seen : { ...seen, shareId })) return;
      const share = shareId === null ? undefined : await shareById(trx, shareId);
      await insertView(trx, {
        ...seen,
        ...(shareId === null ? {} : { shareId }),
        customerId: clip.customerId,
        vehicleId: clip.vehicleId,
        cameras: clip.cameras,
        userName: userId === null ? shareLabel(share) : await personName(trx, userId),
        reason: clip.reason,
      });
    });
  }
}
