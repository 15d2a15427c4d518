import { type AnswerOf, type BodyOf, contract } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import { personName } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { conflict, notFound, tooMany, unavailable } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import type { LiveChunk, LiveStill, VideoHub } from '../../../platform/video-hub.ts';
import { isPrivateNow, visibleVehicle } from '../../core/fleet/index.ts';
import { customerOfVehicle } from '../../core/vehicles/index.ts';
import { camerasOfVehicle, type VehicleCamera } from '../cameras/index.ts';
import { insertView, videoSettings } from '../video-recorded/index.ts';
import type { AnnouncedStills } from './announced-stills.ts';
import {
  insertSession,
  isOwnSession,
  lastPlaces,
  type NewSession,
} from './video-live.repository.ts';
import { isSigned, type PieceAddress, signPiece } from './video-live-addresses.ts';
import { LiveSession, type SessionCamera } from './video-live-session.ts';
import type { LiveSessions } from './video-live-sessions.ts';
import { LiveTrail } from './video-live-trail.ts';

/** Limit of sessions per person; more is not normal use. */
const MAX_SESSIONS_PER_USER = 20;
/** Length of the session that a poll starts if none runs, seconds. */
const POLLED_S = 30;
/** A device that does not answer in this time counts as not connected. */
const PRESENCE_LIMIT_MS = 2000;
/** Validity of a segment's address after the segment is finished. */
const PIECE_LIFE_MS = 120_000;

type Item = AnswerOf<typeof contract.videoLive.chunks>[number];
type Begun = AnswerOf<typeof contract.videoLive.begin>;

/** The caller, with the events that end their permission. */
export interface Watcher {
  readonly viewer: Viewer;
  /** The current viewer; null after sign-out. */
  readonly again: () => Promise<Viewer | null>;
  /** Latest end of the permission, ms since 1970 UTC. */
  readonly untilMs: number;
}

export interface LiveServiceParts extends Pick<Services, 'db' | 'bus' | 'deviceCommands'> {
  readonly hub: VideoHub | null;
  readonly sessions: LiveSessions;
  readonly stills: AnnouncedStills;
  /** Key of the signed addresses. */
  readonly secret: string;
}

/** A segment or still to return; times in ms since 1970 UTC. */
interface PieceFacts {
  readonly id: string;
  readonly atMs: number;
  readonly untilMs: number;
}

type Wanted = Pick<BodyOf<typeof contract.videoLive.begin>, 'vehicle' | 'duration' | 'reason'>;

/** Whether a camera supports live video. */
const isLive = ({ source }: VehicleCamera): boolean => source !== 'upload';

/** Live video of vehicles: permissions, duration and responses. */
export class LiveService {
  readonly #db: Database;

  constructor(private readonly parts: LiveServiceParts) {
    this.#db = parts.db;
  }

  /**
   * Starts to watch a vehicle (RP-13).
   *
   * @throws HttpError 404 for a vehicle that the viewer cannot see, 409 for one without a camera or
   *   whose device is not connected
   */
  async begin(watcher: Watcher, wanted: Wanted): Promise<Begun> {
    const { session, ticket } = await this.#begin(watcher, wanted);
    const { id, cameras, liveMode, endsAtMs } = session.facts;
    return {
      id,
      live_mode: liveMode,
      stream: true,
      ticket,
      ends_at: new Date(endsAtMs).toISOString(),
      cameras: cameras.map(({ channel, name }) => ({
        camera: channel,
        name,
        source: `/api/live_source/${id}/${channel}.mp4`,
      })),
    };
  }

  /**
   * Ends a session of the caller (RP-14), also if it is over already.
   *
   * Other processes are notified, because one of them may run it.
   *
   * @throws HttpError 404 for a session of another person
   */
  async end(viewer: Viewer, id: number): Promise<void> {
    const isOwn = await this.#db.asViewer(viewer, (trx) => isOwnSession(trx, id, viewer.userId));
    if (!isOwn) throw notFound();
    this.parts.sessions.end(id, 'stopped');
    this.parts.bus.publish('live-sessions.stopped', { sessionId: id });
  }

  /** The newest segments of a vehicle's cameras; empty while there is none. */
  async chunks(watcher: Watcher, vehicleId: number): Promise<Item[]> {
    const session = await this.#polled(watcher, vehicleId);
    const found = session.facts.cameras.flatMap((camera) =>
      this.#hub.chunks(camera).map((chunk) => ({ camera, chunk })),
    );
    found.sort((a, b) => a.chunk.endMs - b.chunk.endMs);
    return found.map(({ camera, chunk: { id, endMs } }) =>
      this.#item(session, camera, { id, atMs: endMs, untilMs: endMs + PIECE_LIFE_MS }),
    );
  }

  /** The newest still of each of a vehicle's cameras. */
  async snapshots(watcher: Watcher, vehicleId: number): Promise<Partial<Item>[]> {
    const session = await this.#polled(watcher, vehicleId);
    return Promise.all(
      session.facts.cameras.map(async (camera) => {
        const still = await this.parts.stills.announce(camera, () => this.#hub.newestStill(camera));
        if (still === null) return {};
        const { frame, untilMs } = still;
        return this.#item(session, camera, { id: frame.id, atMs: frame.takenAtMs, untilMs });
      }),
    );
  }

  /**
   * A segment or a still, by its signed address or for a person with a running session. The
   * addresses of an expired session stay valid; those of a stopped or forbidden one do not.
   *
   * @throws HttpError 404 if it is deleted, or for a wrong or expired address
   */
  async piece(
    viewer: Viewer | null,
    of: PieceAddress,
    query: { readonly expires?: number | undefined; readonly signature?: string | undefined },
  ): Promise<LiveChunk | LiveStill> {
    const session = this.parts.sessions.readable(of.session);
    const camera = session?.camera(of.camera);
    if (session === undefined || camera === undefined) throw notFound();
    const isTheirs = !session.isOver && viewer?.userId === session.facts.viewer.userId;
    if (!isTheirs && !isSigned(this.parts.secret, of, query, Date.now())) throw notFound();
    const found =
      this.parts.stills.find(camera, of.piece) ??
      this.#hub.chunks(camera).find(({ id }) => id === of.piece);
    if (found === undefined) throw notFound();
    return found;
  }

  /**
   * A running session of the caller in this process, and one of its cameras.
   *
   * @throws HttpError 404
   */
  ownCamera(viewer: Viewer, id: number, number: number) {
    const session = this.parts.sessions.find(id);
    const camera = session?.camera(number);
    if (session === undefined || session.facts.viewer.userId !== viewer.userId) throw notFound();
    if (camera === undefined) throw notFound();
    return { session, camera };
  }

  get #hub(): VideoHub {
    if (this.parts.hub === null) throw unavailable('video.unavailable');
    return this.parts.hub;
  }

  async #polled(watcher: Watcher, vehicleId: number): Promise<LiveSession> {
    const known = this.parts.sessions.of(watcher.viewer, vehicleId);
    const wanted = { vehicle: vehicleId, duration: POLLED_S, reason: '' };
    const session = known ?? (await this.#begin(watcher, wanted)).session;
    session.hold(Date.now());
    return session;
  }

  async #begin(watcher: Watcher, { vehicle, duration, reason }: Wanted) {
    const { viewer } = watcher;
    const { sessions } = this.parts;
    const cameras = await this.#db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicle);
      if (await isPrivateNow(trx, vehicle)) {
        throw conflict('private_use.cameras_hidden');
      }
      return camerasOfVehicle(trx, vehicle);
    });
    const live = cameras.filter(isLive);
    if (live.length === 0) throw conflict('camera.none');
    if (sessions.countOf(viewer.userId) >= MAX_SESSIONS_PER_USER) {
      throw tooMany('video.too_many_live');
    }
    const hub = this.#hub;
    await this.#mustBeConnected(live);
    const made = await this.#keep(watcher, live, { vehicle, duration, reason });
    const session = new LiveSession({ ...made, viewer, vehicleId: vehicle }, hub);
    const ticket = sessions.add(session, () => this.#stillMay(watcher, vehicle));
    // Start the cameras at once, so that the first frame is ready when the browser requests it.
    session.hold(Date.now());
    return { session, ticket };
  }

  async #mustBeConnected(cameras: readonly VehicleCamera[]): Promise<void> {
    // The state of cameras of other kinds is known only after a try.
    if (cameras.some(({ source }) => source !== 'jt1078')) return;
    const trackers = [...new Set(cameras.map(({ trackerId }) => trackerId))];
    const answers = await Promise.all(
      trackers.map((trackerId) =>
        this.parts.deviceCommands.ask(trackerId, { kind: 'presence' }, PRESENCE_LIMIT_MS),
      ),
    );
    if (answers.some(({ state }) => state === 'done')) return;
    throw conflict('camera.not_connected');
  }

  /** Stores the session and its entry in the viewing log. */
  async #keep({ viewer, untilMs }: Watcher, live: readonly VehicleCamera[], wanted: Wanted) {
    const { vehicle, duration, reason } = wanted;
    return this.#db.asViewer(viewer, async (trx) => {
      const customerId = await customerOfVehicle(trx, vehicle);
      const { liveLimitS } = await videoSettings(trx, customerId);
      const lengthMs = Math.min(duration ?? liveLimitS, liveLimitS) * 1000;
      const endsAtMs = Math.min(untilMs, Date.now() + lengthMs);
      const channels = live.map(({ channel }) => channel);
      const liveMode = live.some((camera) => camera.liveMode === 'stream') ? 'stream' : 'snapshot';
      const session: NewSession = {
        customerId,
        vehicleId: vehicle,
        userId: viewer.userId,
        liveMode,
        cameras: channels,
        reason,
        durationS: duration ?? 0,
        endsAt: new Date(endsAtMs),
      };
      const id = await insertSession(trx, session);
      await insertView(trx, {
        customerId,
        kind: 'live',
        vehicleId: vehicle,
        cameras: channels,
        userId: viewer.userId,
        userName: await personName(trx, viewer.userId),
        reason,
        sessionId: id,
      });
      const trail = new LiveTrail(await lastPlaces(trx, vehicle));
      const cameras: SessionCamera[] = live.map(({ trackerId, channel, name }) => ({
        trackerId,
        channel,
        name,
      }));
      return { id, liveMode, cameras, endsAtMs, trail } as const;
    });
  }

  async #stillMay({ again }: Watcher, vehicleId: number): Promise<boolean> {
    const viewer = await again();
    if (viewer === null || !allows(contract.videoLive.begin.access, viewer)) return false;
    return this.#db.asViewer(viewer, async (trx) => {
      const found = await visibleVehicle(trx, viewer, vehicleId).catch(() => null);
      return found !== null && !(await isPrivateNow(trx, vehicleId));
    });
  }

  #item(session: LiveSession, { channel }: SessionCamera, piece: PieceFacts): Item {
    const { id, trail } = session.facts;
    const address = { session: id, camera: channel, piece: piece.id };
    const place = trail.nearest(piece.atMs);
    return {
      URL: signPiece(this.parts.secret, address, piece.untilMs),
      Latitude: place?.latitudeDeg ?? null,
      Longitude: place?.longitudeDeg ?? null,
      Heading: place?.headingDeg ?? 0,
      EndDateTime: new Date(piece.atMs).toISOString(),
      Camera: channel,
      Moving: trail.isMoving,
    };
  }
}
