import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { estimateArrival } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import { randomToken, tokenHash, type Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { isPrivateNow, visibleVehicle } from '../../core/fleet/index.ts';
import {
  countView,
  followedVehicle,
  insertVehicleShare,
  recentSpeed,
  revokeVehicleShare,
  sharesOfVehicle,
  type VehicleShareRow,
} from './vehicle-shares.repository.ts';

type Calls = typeof contract.vehicleShares;
type Followed = NonNullable<Awaited<ReturnType<typeof followedVehicle>>>;

const HOUR_MS = 3_600_000;
/** A moving vehicle reports at least this often. */
const FRESH_MS = 10 * 60_000;
const utc = (time: Date | null) => time?.toISOString() ?? null;

function destinationOf(row: VehicleShareRow) {
  const { destination_name: name, destination_latitude: lat, destination_longitude: long } = row;
  return name === null || lat === null || long === null ? null : { name, lat, long };
}

/** The position that a visitor sees; null if there is none. */
function positionOf(row: Followed) {
  const at = row.fix_time ?? row.device_time;
  if (row.latitude === null || row.longitude === null || at === null) return null;
  return {
    lat: row.latitude,
    long: row.longitude,
    dir: row.heading_deg,
    speed_kmh: row.speed_kmh,
    at: at.toISOString(),
  };
}

/** What the last record says about the vehicle; an old speed says nothing about now. */
function stateOf({ latitude, device_time: at, speed_kmh: speed }: Followed) {
  if (latitude === null || at === null) return 'unknown';
  const isFresh = Date.now() - at.getTime() < FRESH_MS;
  if (speed === 0) return 'stopped';
  return isFresh && speed !== null ? 'moving' : 'unknown';
}

/** Links that show a vehicle live without sign-in. Only a hash of their token is stored. */
export class VehicleSharesService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** @throws HttpError 404 for a vehicle that the viewer cannot see */
  async list(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['list']>> {
    const rows = await this.services.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      return sharesOfVehicle(trx, vehicleId);
    });
    return {
      results: rows.map((row) => ({
        id: Number(row.id),
        note: row.note,
        destination: destinationOf(row),
        created_by: row.created_by_name,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        revoked_at: utc(row.revoked_at),
        views: row.views,
        last_view_at: utc(row.last_view_at),
      })),
    };
  }

  /**
   * Makes a link. The token follows the #, which browsers do not send to servers.
   *
   * @throws HttpError 404 for a vehicle that the viewer cannot see
   */
  async create(
    viewer: Viewer,
    vehicleId: number,
    body: BodyOf<Calls['create']>,
  ): Promise<AnswerOf<Calls['create']>> {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + body.expires_in_hours * HOUR_MS);
    const id = await this.services.db.asViewer(viewer, async (trx) => {
      const { registration } = await visibleVehicle(trx, viewer, vehicleId);
      const actor = await actorOf(trx, viewer);
      const made = await insertVehicleShare(trx, {
        vehicleId,
        tokenHash: tokenHash(token),
        note: body.note,
        destination: body.destination,
        userId: viewer.userId,
        userName: actor.name,
        expiresAt,
      });
      await recordChange(trx, {
        customerId: made.customerId,
        actor,
        subject: { kind: 'vehicle_share', id: made.id, name: registration },
        action: 'created',
        before: null,
        after: {
          note: body.note,
          destination: body.destination?.name ?? null,
          expires_at: expiresAt.toISOString(),
        },
      });
      return made.id;
    });
    const address = `${this.services.config.publicUrl}/follow#${token}`;
    return { id: Number(id), address, expires_at: expiresAt.toISOString() };
  }

  /** @throws HttpError 404 for a vehicle that the viewer cannot see, or a link of another vehicle */
  async revoke(viewer: Viewer, vehicleId: number, shareId: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const { registration } = await visibleVehicle(trx, viewer, vehicleId);
      const row = orNotFound(await revokeVehicleShare(trx, vehicleId, shareId));
      await recordChange(trx, {
        customerId: row.customer_id,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'vehicle_share', id: row.id, name: registration },
        action: 'removed',
        before: { note: row.note },
        after: null,
      });
    });
  }

  /**
   * The vehicle for the holder of a link.
   *
   * @param begins the page has just been opened, which counts as a view
   * @throws HttpError 404 for an unknown, revoked or expired link
   */
  async follow(token: string, begins: boolean): Promise<AnswerOf<Calls['follow']>> {
    return this.services.db.asSystem(async (trx) => {
      const row = orNotFound(await followedVehicle(trx, tokenHash(token)), 'vehicle_share.ended');
      if (begins) await countView(trx, row.id);
      const isPrivate = await isPrivateNow(trx, row.vehicle_id);
      const position = isPrivate ? null : positionOf(row);
      const destination = destinationOf(row);
      return {
        registration: row.registration,
        note: row.note,
        expires_at: row.expires_at.toISOString(),
        state: isPrivate ? 'private' : stateOf(row),
        position,
        destination,
        arrival:
          position === null || destination === null
            ? null
            : await this.#arrival(trx, row, position, destination),
      };
    });
  }

  async #arrival(
    trx: Transaction,
    row: Followed,
    from: { readonly lat: number; readonly long: number },
    to: { readonly lat: number; readonly long: number },
  ) {
    const vehicle = { customerId: row.customer_id, vehicleId: row.vehicle_id };
    const { distanceM, durationS } = estimateArrival(
      { latitudeDeg: from.lat, longitudeDeg: from.long },
      { latitudeDeg: to.lat, longitudeDeg: to.long },
      await recentSpeed(trx, vehicle),
    );
    return { distance_m: distanceM, duration_s: durationS };
  }
}
