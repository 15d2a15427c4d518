import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { personName } from '../../../../platform/audit/index.ts';
import {
  derivedSecret,
  isSignedUntil,
  signUntil,
  type Viewer,
} from '../../../../platform/auth/index.ts';
import {
  badRequest,
  conflict,
  type ErrorMessage,
  HttpError,
  notFound,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import { MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import {
  MAX_CLIP_BYTES,
  type Mp4Facts,
  NotAVideo,
  probeMp4,
} from '../../../../platform/mp4-facts.ts';
import type { Services } from '../../../../platform/services.ts';
import { refusePrivate, visibleVehicle } from '../../../core/fleet/index.ts';
import { camerasOfVehicle } from '../../cameras/index.ts';
import { keepRequestFile } from '../fetching/video-recorded-fetching.repository.ts';
import { insertRequest } from '../requests/video-recorded-requests.repository.ts';
import { videoSettings } from '../storage/video-recorded-storage.repository.ts';
import { refuseWhenFull } from '../storage/video-recorded-storage-quota.ts';
import { makeThumbnail } from '../thumbnails/video-recorded-thumbnails-make.ts';
import { VIDEO_PURPOSE } from '../views/video-recorded-views-keeper.ts';
import { contentRangeOf } from './content-range.ts';
import {
  addPiece,
  finishUpload,
  insertUpload,
  makeReady,
  restartUpload,
  type UploadRow,
  uploadById,
} from './video-recorded-uploads.repository.ts';

type Upload = AnswerOf<typeof contract.videoRecorded.createUpload>;

const DAY_S = 86_400;
/** Maximum size of a chunk, so that it arrives within a minute also over a slow link. */
const MAX_PIECE_BYTES = 16 * 1024 * 1024;

/** Signature and expiry from the upload address, as received. */
export interface UploadSignature {
  readonly signature: string;
  readonly expires: number;
}

/** Resumable uploads of MP4 files over HTTP, in chunks. */
export class UploadsService {
  readonly #secret: string;

  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'config' | 'bus' | 'log'>,
  ) {
    this.#secret = derivedSecret(services.config.sessionSecret, 'video-uploads');
  }

  /**
   * Starts an upload.
   *
   * @returns its address, valid for this upload only and for one day
   * @throws HttpError 400 for a camera of another vehicle or a future time, 413 for too large a
   *   file, 404 for a vehicle that the viewer cannot see, 409 when the quota is used up
   */
  async create(
    viewer: Viewer,
    body: BodyOf<typeof contract.videoRecorded.createUpload>,
  ): Promise<Upload> {
    if (body.size > MAX_CLIP_BYTES) {
      const text: ErrorMessage = {
        code: 'video.too_large',
        params: { most: MAX_CLIP_BYTES / 1e9 },
      };
      throw new HttpError(413, text, { errors: { size: [text] } });
    }
    if (Date.parse(body.start) > Date.now()) {
      throw wrongField('start', 'video.begins_after_now');
    }
    const id = randomUUID();
    const expiresS = Math.floor(Date.now() / 1000) + DAY_S;
    await this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, body.vehicle);
      const startMs = Date.parse(body.start);
      await refusePrivate(trx, vehicle.id, { fromMs: startMs, toMs: startMs });
      const cameras = await camerasOfVehicle(trx, vehicle.id);
      if (!cameras.some(({ channel }) => channel === body.camera)) {
        throw wrongField('camera', 'camera.missing');
      }
      const customerId = await refuseWhenFull(trx, vehicle.id);
      await insertUpload(trx, {
        id,
        customerId,
        vehicleId: vehicle.id,
        camera: body.camera,
        name: body.name,
        start: new Date(body.start),
        sizeBytes: body.size,
        userId: viewer.userId,
        expiresAt: new Date(expiresS * 1000),
      });
    });
    const query = new URLSearchParams(signUntil(this.#secret, [id], expiresS * 1000));
    const address = `/video-evidence/api/uploads/${id}/?${query}`;
    return { id, address, size: body.size, received: 0, request: null };
  }

  /** The received bytes. @throws HttpError 404 for an unknown upload or a wrong address */
  async state(id: string, signature: UploadSignature): Promise<Upload> {
    return this.#shown(await this.#find(id, signature), signature);
  }

  /**
   * Stores the next chunk. After the last one the file is checked and becomes a clip.
   *
   * @param header Content-Range
   * @throws HttpError 400 for a wrong header or a file that is not an MP4, 404 for a wrong address,
   *   409 if the chunk does not start at the next byte (the answer contains the expected offset)
   */
  async piece(
    id: string,
    signature: UploadSignature,
    header: string | undefined,
    content: Readable,
  ): Promise<Upload> {
    const upload = await this.#find(id, signature);
    if (upload.request_id !== null) return this.#shown(upload, signature);
    const range = contentRangeOf(header);
    if (range === null || range.size !== Number(upload.size_bytes)) {
      throw badRequest({
        code: 'video.content_range',
        params: { size: String(upload.size_bytes) },
      });
    }
    const sizeBytes = range.last - range.first + 1;
    if (sizeBytes > MAX_PIECE_BYTES) {
      throw new HttpError(413, {
        code: 'video.piece_too_large',
        params: { most: MAX_PIECE_BYTES },
      });
    }
    if (range.first !== Number(upload.received_bytes)) throw outOfTurn(upload);
    const key = await this.#storePiece(upload, content, sizeBytes);
    const added = await this.services.db.asSystem((trx) =>
      addPiece(trx, id, { key, first: range.first, sizeBytes }),
    );
    if (!added) {
      await this.services.files.discard([{ key }]);
      throw outOfTurn(await this.#find(id, signature));
    }
    if (range.last + 1 === range.size) await this.#finish(id);
    return this.state(id, signature);
  }

  /** Puts a chunk into the store, where all processes of a larger installation can read it. */
  async #storePiece(upload: UploadRow, content: Readable, sizeBytes: number): Promise<string> {
    const { files } = this.services;
    const piece = await files.put(content, {
      customerId: upload.customer_id,
      purpose: VIDEO_PURPOSE,
      name: 'piece',
      maxBytes: sizeBytes,
      accept: [],
      trustedType: MEDIA_TYPES.bytes,
    });
    if (piece.sizeBytes === sizeBytes) return piece.key;
    await files.discard([piece]);
    throw badRequest('video.piece_too_short');
  }

  /** Joins the chunks, checks the file and makes the clip. */
  async #finish(id: string): Promise<void> {
    const { db, files } = this.services;
    const upload = orNotFound(await db.asSystem((trx) => uploadById(trx, id)));
    const path = await files.temporaryPath();
    try {
      const parts = upload.pieces;
      await pipeline(
        Readable.from(
          (async function* () {
            for (const key of parts) yield* await files.read({ key });
          })(),
        ),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
      const facts = await probeMp4(path);
      await this.#keep(upload, path, facts);
    } catch (error) {
      if (!(error instanceof NotAVideo)) throw error;
      // The same bytes would fail again: the client starts anew or gives up.
      await db.asSystem((trx) => restartUpload(trx, id));
      throw wrongField('file', error.detail);
    } finally {
      await rm(path, { force: true });
    }
    await files.discard(upload.pieces.map((key) => ({ key })));
  }

  async #keep(upload: UploadRow, path: string, facts: Mp4Facts): Promise<void> {
    const { db, files } = this.services;
    const file = await files.putFile(path, {
      customerId: upload.customer_id,
      purpose: VIDEO_PURPOSE,
      name: upload.name,
      maxBytes: MAX_CLIP_BYTES,
      accept: [MEDIA_TYPES.mp4],
    });
    try {
      const kept = await db.asSystem(async (trx) => {
        const held = await uploadById(trx, upload.id, { hold: true });
        if (held === undefined || held.request_id !== null) return null;
        const requestId = await insertRequest(trx, {
          customerId: upload.customer_id,
          vehicleId: upload.vehicle_id,
          trackerId: null,
          kind: 'uploaded',
          start: upload.started_at,
          durationS: Math.max(1, Math.round(facts.durationMs / 1000)),
          cameras: [upload.camera],
          live: false,
          reason: '',
          requestedBy: upload.created_by,
          requestedByName:
            upload.created_by === null ? '' : await personName(trx, upload.created_by),
          nextTryAt: new Date(),
          giveUpAt: new Date(),
        });
        if (requestId === null) return null;
        const { retentionDays } = await videoSettings(trx, upload.customer_id);
        await storeFile(trx, file);
        await keepRequestFile(trx, {
          customerId: upload.customer_id,
          requestId: String(requestId),
          fileId: file.id,
          camera: upload.camera,
          kind: 'video',
          start: upload.started_at,
          end: new Date(upload.started_at.getTime() + facts.durationMs),
          widthPx: facts.widthPx,
          heightPx: facts.heightPx,
          codec: facts.codec,
        });
        await makeReady(trx, requestId, retentionDays);
        await finishUpload(trx, upload.id, requestId);
        return String(requestId);
      });
      if (kept === null) await files.discard([file]);
      else await makeThumbnail(this.services, kept);
    } catch (error) {
      await files.discard([file]);
      throw error;
    }
  }

  async #find(id: string, query: UploadSignature): Promise<UploadRow> {
    if (!isSignedUntil(this.#secret, [id], query)) throw notFound();
    return orNotFound(await this.services.db.asSystem((trx) => uploadById(trx, id)));
  }

  #shown(upload: UploadRow, { signature, expires }: UploadSignature): Upload {
    const query = new URLSearchParams({ expires: String(expires), signature });
    return {
      id: upload.id,
      address: `/video-evidence/api/uploads/${upload.id}/?${query}`,
      size: Number(upload.size_bytes),
      received: Number(upload.received_bytes),
      request: upload.request_id === null ? null : Number(upload.request_id),
    };
  }
}

function outOfTurn(upload: UploadRow) {
  const params = { offset: String(upload.received_bytes) };
  return conflict(
    { code: 'video.next_piece', params },
    { errors: { received: [{ code: 'video.received_bytes', params }] } },
  );
}
