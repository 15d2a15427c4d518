import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { VIDEO_WAIT_HOURS } from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import { personName } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { badRequest, conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import { checkVisibleDepot, refusePrivate, visibleVehicle } from '../../../core/fleet/index.ts';
import { camerasOfVehicle } from '../../cameras/index.ts';
import { videoSettings } from '../storage/video-recorded-storage.repository.ts';
import { refuseWhenFull } from '../storage/video-recorded-storage-quota.ts';
import { thumbnailsOfRequests } from '../thumbnails/video-recorded-thumbnails.repository.ts';
import { toVideoRequest } from './request-json.ts';
import {
  deleteRequests,
  endRequest,
  filesOfRequests,
  hurryRequest,
  insertRequest,
  type RequestRow,
  requestOfKey,
  restartRequest,
  updateWords,
  visibleRequest,
} from './video-recorded-requests.repository.ts';
import { checkDuration, checkStart, chosenCameras } from './video-recorded-requests-checks.ts';
import { requestPage } from './video-recorded-requests-list.repository.ts';

type VideoRequest = AnswerOf<typeof contract.videoRecorded.read>;
type Query = QueryOf<typeof contract.videoRecorded.list>;
type Body = BodyOf<typeof contract.videoRecorded.create>;
type Words = BodyOf<typeof contract.videoRecorded.change>;

const WAIT_MS = VIDEO_WAIT_HOURS * 3_600_000;
const DAY_MS = 86_400_000;
const KEY = /^[\x21-\x7e]{1,100}$/;
/** A device closes a recording this long after it ends. */
const SETTLE_MS = 3000;

/** Default for the missing end of a range. */
function momentOf(viewer: Viewer, text: string | undefined, end: 'start' | 'end') {
  if (text === undefined) return undefined;
  return momentRange({ start: text, end: text }, viewer.timeZone ?? 'UTC')[end];
}

const readerOf = ({ userId }: Viewer) => `u${userId}`;

/** Requests for recorded video (RP-10 to RP-12, F-P01, F-P03). */
export class RequestsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {}

  /**
   * A page of requests for visible vehicles.
   *
   * @throws HttpError 404 for a vehicle or depot that the viewer cannot see
   */
  async list(viewer: Viewer, query: Query): Promise<AnswerOf<typeof contract.videoRecorded.list>> {
    const { vehicle, vehicle_group: depot } = query;
    return this.services.db.asViewer(viewer, async (trx) => {
      if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      const filter = {
        vehicleId: vehicle,
        depotId: depot,
        start: momentOf(viewer, query.start, 'start'),
        end: momentOf(viewer, query.end, 'end'),
        state: query.state,
        kind: query.kind,
        camera: query.camera,
        codes: query.event.filter((code) => code > 0),
        tag: query.tag === '' ? undefined : query.tag,
        keep: query.keep === undefined ? undefined : query.keep === 'true',
      };
      const { count, rows } = await requestPage(trx, viewer, filter, pageOf(query));
      return { count, results: await this.#shown(trx, viewer, rows) };
    });
  }

  /**
   * @throws HttpError 404 for an unknown request, or one for a vehicle that the viewer cannot see
   */
  async read(viewer: Viewer, id: number): Promise<VideoRequest> {
    return this.services.db.asViewer(viewer, (trx) => this.#one(trx, viewer, id));
  }

  /**
   * Requests a period; it is fetched as soon as the device is reachable.
   *
   * @param key idempotency key of the caller: a repeat with it returns the same request
   * @throws HttpError 400 for a wrong field or a vehicle without a camera, 404 for a vehicle that
   *   the viewer cannot see, 409 when the quota is used up
   */
  async create(viewer: Viewer, body: Body, key: string | null): Promise<VideoRequest> {
    if (key !== null && !KEY.test(key)) throw badRequest('request.key_unusable');
    checkDuration(body);
    const made = await this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, body.vehicle);
      const before = key === null ? null : await requestOfKey(trx, viewer.userId, key);
      if (before !== null) return this.#one(trx, viewer, before);
      return this.#insert(trx, viewer, { ...body, vehicle: vehicle.id }, key);
    });
    this.services.bus.publish('video.requested', {});
    return made;
  }

  async #insert(
    trx: Transaction,
    viewer: Viewer,
    body: Body,
    key: string | null,
  ): Promise<VideoRequest> {
    const cameras = await camerasOfVehicle(trx, body.vehicle);
    const chosen = chosenCameras(cameras, body.cameras);
    const nowMs = Date.now();
    checkStart(body, chosen[0]?.oldestFootageAt ?? null, nowMs);
    const customerId = await refuseWhenFull(trx, body.vehicle);
    const start = new Date(body.start);
    const endMs = start.getTime() + body.duration * 1000;
    await refusePrivate(trx, body.vehicle, { fromMs: start.getTime(), toMs: endMs });
    const id = await insertRequest(trx, {
      customerId,
      vehicleId: body.vehicle,
      trackerId: chosen[0]?.trackerId ?? null,
      kind: 'requested',
      start,
      durationS: body.duration,
      cameras: chosen.map(({ channel }) => channel),
      live: body.live,
      reason: body.reason,
      notes: body.notes,
      tags: body.tags,
      requestedBy: viewer.userId,
      requestedByName: await personName(trx, viewer.userId),
      idempotencyKey: key,
      nextTryAt: new Date(Math.max(nowMs, endMs + SETTLE_MS)),
      giveUpAt: new Date(nowMs + WAIT_MS),
    });
    // Null: a concurrent request with the same key was first.
    const kept = id ?? (key === null ? null : await requestOfKey(trx, viewer.userId, key));
    if (kept === null) throw conflict('video.requested_already');
    return this.#one(trx, viewer, kept);
  }

  /**
   * Changes notes, tags and whether the clip is kept beyond retention; missing fields stay as they
   * are.
   */
  async change(viewer: Viewer, id: number, given: Words): Promise<VideoRequest> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#hold(trx, viewer, id);
      const { notes = row.notes, tags = row.tags, keep = row.keep } = given;
      const hasEnded = row.state === 'ready' || row.state === 'failed';
      const ends = row.keep ? await this.#expiry(trx, row) : row.expires_at;
      await updateWords(
        trx,
        row.id,
        { notes, tags: [...new Set(tags)], keep },
        keep || !hasEnded ? null : ends,
      );
      return this.#one(trx, viewer, id);
    });
  }

  /** Removes a request and its files. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#hold(trx, viewer, id);
      await deleteRequests(trx, [row.id]);
    });
  }

  /** @throws HttpError 409 for a request that is ready or has failed */
  async cancel(viewer: Viewer, id: number): Promise<VideoRequest> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#hold(trx, viewer, id);
      if (row.state === 'ready' || row.state === 'failed') {
        throw conflict('video.request_ended');
      }
      await endRequest(trx, row.id, 'cancelled', await this.#expiry(trx, row));
      return this.#one(trx, viewer, id);
    });
  }

  /** @throws HttpError 409 for a request that is ready or pending, and when the quota is used up */
  async retry(viewer: Viewer, id: number): Promise<VideoRequest> {
    const again = await this.services.db.asViewer(viewer, async (trx) => {
      const row = await this.#hold(trx, viewer, id);
      if (row.state === 'ready' || row.state === 'uploading') {
        throw conflict('video.no_retry_needed');
      }
      if (row.state === 'requested') await hurryRequest(trx, row.id);
      else {
        await refuseWhenFull(trx, row.vehicle_id);
        await restartRequest(trx, row.id, new Date(Date.now() + WAIT_MS));
      }
      return this.#one(trx, viewer, id);
    });
    this.services.bus.publish('video.requested', {});
    return again;
  }

  async #expiry(trx: Transaction, row: RequestRow): Promise<Date> {
    const { retentionDays } = await videoSettings(trx, row.customer_id);
    const fromMs = (row.ready_at ?? row.created_at).getTime();
    // A clip that is no longer kept is deleted within a day, not at once, so that a mistake can be
    // undone.
    return new Date(Math.max(fromMs + retentionDays * DAY_MS, Date.now() + DAY_MS));
  }

  async #hold(trx: Transaction, viewer: Viewer, id: number): Promise<RequestRow> {
    return orNotFound(await visibleRequest(trx, viewer, id, { hold: true }));
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<VideoRequest> {
    const row = await visibleRequest(trx, viewer, id);
    const [shown] = row === undefined ? [] : await this.#shown(trx, viewer, [row]);
    if (shown === undefined) throw notFound();
    return shown;
  }

  async #shown(trx: Transaction, viewer: Viewer, rows: readonly RequestRow[]) {
    const ids = rows.map(({ id }) => id);
    const files = await filesOfRequests(trx, ids);
    const thumbnails = await thumbnailsOfRequests(trx, ids);
    return rows.map((row) =>
      toVideoRequest(
        this.services.files,
        row,
        files.filter((file) => file.request_id === row.id),
        thumbnails.get(row.id) ?? null,
        readerOf(viewer),
      ),
    );
  }
}
