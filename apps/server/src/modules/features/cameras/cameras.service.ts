import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { fieldConflict, notFound, orNotFound, wrongField } from '../../../platform/errors.ts';
import { type Page, pageOf } from '../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../platform/resource.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  type CameraValues,
  cameraPage,
  deleteCamera,
  holdCamera,
  insertCamera,
  isChannelTaken,
  type ListedCamera,
  trackersOfVehicle,
  updateCamera,
  visibleDevices,
} from './cameras.repository.ts';
import { addressToKeep, isRtspAddress, shownAddress } from './cameras-address.ts';
import { cameraStatePage } from './states/cameras-states.repository.ts';

type CameraBody = BodyOf<typeof contract.cameras.createCamera>;
type Camera = AnswerOf<typeof contract.cameras.createCamera>;

function toCamera(row: ListedCamera): Camera {
  return {
    id: row.id,
    vehicle:
      row.vehicle_id === null ? null : { id: row.vehicle_id, registration: row.registration ?? '' },
    channel: row.channel,
    name: row.name,
    source: row.source,
    address: shownAddress(row.address),
    live_mode: row.live_mode,
    is_active: row.is_active,
  };
}

const MASKS = { address: (address: unknown) => shownAddress(address as string | null) };

/** A camera as the audit log stores it. */
function described(row: ListedCamera): AuditedRow {
  const { channel, name, source, address, live_mode, is_active, registration } = row;
  return {
    customerId: row.customer_id,
    subject: { kind: 'camera', id: String(row.id), name },
    facts: { vehicle: registration, channel, name, source, address, live_mode, is_active },
    masks: MASKS,
  };
}

export class CamerasService {
  constructor(private readonly db: Database) {}

  /** Visible vehicles that have cameras (R-095, F-43). */
  async activeDevices(viewer: Viewer): Promise<AnswerOf<typeof contract.cameras.activeDevices>> {
    const rows = await this.db.asViewer(viewer, (trx) => visibleDevices(trx, viewer));
    return {
      count: rows.length,
      results: rows.map((row) => ({
        vehicle: row.vehicle_id,
        registration: row.registration,
        last_seen: row.last_seen_at?.toISOString() ?? null,
        live_mode: row.has_stream ? 'stream' : 'snapshot',
        cameras: row.cameras.filter(
          ({ camera }, n) => row.cameras.findIndex((one) => one.camera === camera) === n,
        ),
        oldest_footage: row.oldest_footage_at?.toISOString() ?? null,
      })),
    };
  }

  /**
   * Visible vehicles with cameras, with their last contact and state.
   *
   * @throws HttpError 404 for a vehicle that is not visible
   */
  async states(
    viewer: Viewer,
    query: QueryOf<typeof contract.cameras.states>,
  ): Promise<AnswerOf<typeof contract.cameras.states>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      return cameraStatePage(trx, viewer, query, pageOf(query));
    });
    return {
      count,
      results: rows.map((row) => ({
        vehicle: { id: row.id, registration: row.registration },
        cameras: [...row.cameras],
        last_seen: row.last_seen_at?.toISOString() ?? null,
        state: row.is_offline ? 'offline' : 'online',
        oldest_footage: row.oldest_footage_at?.toISOString() ?? null,
      })),
    };
  }

  async list(viewer: Viewer, page: Page): Promise<AnswerOf<typeof contract.cameras.cameras>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) => cameraPage(trx, viewer, page));
    return { count, results: rows.map(toCamera) };
  }

  /**
   * Adds a camera to a visible vehicle.
   *
   * @throws HttpError 400 for a wrong field, 404 for an invisible vehicle, 409 for a channel in use
   */
  async create(viewer: Viewer, body: CameraBody): Promise<Camera> {
    return this.db.asViewer(viewer, async (trx) => {
      const { customerId, values } = await this.#values(trx, viewer, body, null);
      const id = await insertCamera(trx, customerId, values);
      const after = await this.#camera(trx, viewer, id);
      await recordRow(trx, viewer, described, null, after);
      return toCamera(after);
    });
  }

  /** Like {@link create}, for an existing camera; it may move to another vehicle. */
  async change(viewer: Viewer, id: number, body: CameraBody): Promise<Camera> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await holdCamera(trx, viewer, id));
      const { values, customerId } = await this.#values(trx, viewer, body, before);
      if (customerId !== before.customer_id) throw notFound();
      await updateCamera(trx, id, values);
      const after = await this.#camera(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toCamera(after);
    });
  }

  /** @throws HttpError 404 for a camera that the viewer cannot see */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const before = await this.#camera(trx, viewer, id);
      await deleteCamera(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  async #camera(trx: Transaction, viewer: Viewer, id: number): Promise<ListedCamera> {
    return orNotFound(await holdCamera(trx, viewer, id));
  }

  async #values(
    trx: Transaction,
    viewer: Viewer,
    body: CameraBody,
    before: ListedCamera | null,
  ): Promise<{ customerId: number; values: CameraValues }> {
    const vehicle = await visibleVehicle(trx, viewer, body.vehicle);
    const trackers = await trackersOfVehicle(trx, vehicle.id);
    const tracker = trackers.find(({ id }) => id === before?.tracker_id) ?? trackers[0];
    if (tracker === undefined) {
      throw wrongField('vehicle', 'camera.no_device');
    }
    if (body.source === 'jt1078' && tracker.protocol !== 'jt808') {
      throw wrongField('source', 'camera.needs_jt808');
    }
    const address = addressToKeep(body.address, before?.address ?? null);
    if (body.source === 'rtsp' && (address === null || !isRtspAddress(address))) {
      throw wrongField('address', 'camera.rtsp_address');
    }
    if (await isChannelTaken(trx, vehicle.id, body.channel, before?.id ?? 0)) {
      throw fieldConflict('channel', 'camera.number_taken');
    }
    return {
      customerId: tracker.customer_id,
      values: {
        tracker_id: tracker.id,
        channel: body.channel,
        name: body.name,
        source: body.source,
        address: body.source === 'rtsp' ? address : null,
        live_mode: body.live_mode,
        is_active: body.is_active,
      },
    };
  }
}
