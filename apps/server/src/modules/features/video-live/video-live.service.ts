import { type AnswerOf, type BodyOf, contract } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { conflict, notFound, tooMany, unavailable } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import type { LiveChunk, LivePicture, VideoHub } from '../../../platform/video-hub.ts';
import { isPrivateNow, visibleVehicle } from '../../core/fleet/index.ts';
import { camerasOfVehicle, type VehicleCamera } from '../cameras/index.ts';
import { insertView, personName, videoSettings } from '../video-recorded/index.ts';
import type { AnnouncedStills } from './announced-stills.ts';
import {
  customerOfVehicle,
  insertSession,
  isOwnSession,
  lastPlaces,
  type NewSession,
} from './video-live.repository.ts';
import { isSigned, type PieceAddress, signPiece } from './video-live-addresses.ts';
import { LiveSession, type SessionCamera } from './video-live-session.ts';
import type { LiveSessions } from './video-live-sessions.ts';
import { LiveTrail } from './video-live-trail.ts';

/** More than this is not a person looking at vehicles. */
const MAX_SESSIONS_PER_USER = 20;
/** Length of the session that a poll begins where none runs, seconds. */
const POLLED_S = 30;
/** A device that does not say so in time counts as not connected. */
const PRESENCE_LIMIT_MS = 2000;
/** The address of a piece is good for so long after the piece was finished. */
const PIECE_LIFE_MS = 120_000;

type Item = AnswerOf<typeof contract.videoLive.chunks>[number];
type Begun = AnswerOf<typeof contract.videoLive.begin>;

/** Whoever asks, with what ends their right to watch. */
export interface Watcher {
  readonly viewer: Viewer;
  /** The person as they may be now; null once signed out. */
  readonly again: () => Promise<Viewer | null>;
  /** When the right to ask ends in any case, ms since 1970 UTC. */
  readonly untilMs: number;
}

export interface LiveServiceParts extends Pick<Services, 'db' | 'bus' | 'orders'> {
  readonly hub: VideoHub | null;
  readonly sessions: LiveSessions;
  readonly stills: AnnouncedStills;
  /** Key of the signed addresses. */
  readonly secret: string;
}

/** A piece or a still that is given out; times in ms since 1970 UTC. */
interface PieceFacts {
  readonly id: string;
  readonly atMs: number;
  readonly untilMs: number;
}

type Wanted = Pick<BodyOf<typeof contract.videoLive.begin>, 'vehicle' | 'duration' | 'reason'>;

/** Whether live pictures of a camera can be asked for. */
const isLive = ({ source }: VehicleCamera): boolean => source !== 'upload';

/** Live video of vehicles: who may watch, for how long, and what the calls answer. */
export class LiveService {
  readonly #db: Database;

  constructor(private readonly parts: LiveServiceParts) {
    this.#db = parts.db;
  }

  /**
   * Begins to watch a vehicle (RP-13).
   *
   * @throws HttpError 404 for a vehicle out of sight, 409 for one without a camera or whose device is
   *   not connected
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
   * Ends one of the own sessions (RP-14); one that is over already, too.
   *
   * The process that has it is told.
   *
   * @throws HttpError 404 for one that is not theirs
   */
  async end(viewer: Viewer, id: number): Promise<void> {
    const isOwn = await this.#db.asViewer(viewer, (trx) => isOwnSession(trx, id, viewer.userId));
    if (!isOwn) throw notFound();
    this.parts.sessions.end(id, 'stopped');
    this.parts.bus.publish('live-sessions.stopped', { sessionId: id });
  }

  /** The newest pieces of a vehicle's cameras; empty while there is none. */
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

  /** The newest picture of each of a vehicle's cameras. */
  async snapshots(watcher: Watcher, vehicleId: number): Promise<Partial<Item>[]> {
    const session = await this.#polled(watcher, vehicleId);
    return Promise.all(
      session.facts.cameras.map(async (camera) => {
        const still = await this.parts.stills.announce(camera, () =>
          this.#hub.newestPicture(camera),
        );
        if (still === null) return {};
        const { picture, untilMs } = still;
        return this.#item(session, camera, { id: picture.id, atMs: picture.takenAtMs, untilMs });
      }),
    );
  }

  /**
   * A piece or a picture, by its signed address, or by a person whose session runs. The addresses of
   * a session whose time is over stay good; those of a stopped or forbidden one do not.
   *
   * @throws HttpError 404 for one that is gone and for a wrong or expired address
   */
  async piece(
    viewer: Viewer | null,
    of: PieceAddress,
    query: { readonly expires?: number | undefined; readonly signature?: string | undefined },
  ): Promise<LiveChunk | LivePicture> {
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
   * One of the own sessions that runs here, and one of its cameras.
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
    // Asked at once, so that the first picture is under way before the browser asks for it.
    session.hold(Date.now());
    return { session, ticket };
  }

  async #mustBeConnected(cameras: readonly VehicleCamera[]): Promise<void> {
    // Cameras of another kind than those of a device are found out by trying.
    if (cameras.some(({ source }) => source !== 'jt1078')) return;
    const trackers = [...new Set(cameras.map(({ trackerId }) => trackerId))];
    const answers = await Promise.all(
      trackers.map((trackerId) =>
        this.parts.orders.ask(trackerId, { kind: 'presence' }, PRESENCE_LIMIT_MS),
      ),
    );
    if (answers.some(({ state }) => state === 'done')) return;
    throw conflict('camera.not_connected');
  }

  /** Writes the session and its entry in the log of viewings. */
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
