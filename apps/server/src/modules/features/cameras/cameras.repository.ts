import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Tables, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

type CameraRow = Selectable<Tables['cameras']>;

/** An active camera. */
export interface VehicleCamera {
  readonly id: number;
  readonly trackerId: number;
  readonly channel: number;
  readonly name: string;
  readonly source: CameraRow['source'];
  readonly address: string | null;
  readonly liveMode: CameraRow['live_mode'];
  readonly oldestFootageAt: Date | null;
  readonly oldestAskedAt: Date | null;
}

/**
 * Whether recordings can be fetched from a camera. JT/T 1078 devices keep recordings; cameras that
 * are pulled or that upload either keep none or cannot be reached.
 */
export function keepsRecordings({ source }: Pick<VehicleCamera, 'source'>): boolean {
  return source === 'jt1078';
}

/**
 * The active cameras of a vehicle by channel; the caller has checked that the viewer may see it.
 */
export async function camerasOfVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<VehicleCamera[]> {
  const rows = await trx
    .selectFrom('cameras as c')
    .innerJoin('trackers as t', 't.id', 'c.tracker_id')
    .selectAll('c')
    .where('t.vehicle_id', '=', vehicleId)
    .where('c.is_active', '=', true)
    .orderBy('c.channel')
    .orderBy('c.id')
    .execute();
  const first = rows.filter((row, n) => rows.findIndex((o) => o.channel === row.channel) === n);
  return first.map((row) => ({
    id: row.id,
    trackerId: row.tracker_id,
    channel: row.channel,
    name: row.name,
    source: row.source,
    address: row.address,
    liveMode: row.live_mode,
    oldestFootageAt: row.oldest_footage_at,
    oldestAskedAt: row.oldest_asked_at,
  }));
}

/** Stores the earliest footage that a device reported. */
export async function keepOldest(
  trx: Transaction,
  trackerId: number,
  oldest: Date | null,
): Promise<void> {
  await trx
    .updateTable('cameras')
    .set({ oldest_footage_at: oldest, oldest_asked_at: sql<Date>`now()` })
    .where('tracker_id', '=', trackerId)
    .execute();
}

export interface DeviceRow {
  vehicle_id: number;
  registration: string;
  last_seen_at: Date | null;
  has_stream: boolean;
  oldest_footage_at: Date | null;
  cameras: { camera: number; name: string }[];
}

/** The visible vehicles that have active cameras, by registration. */
export async function visibleDevices(trx: Transaction, viewer: Viewer): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select v.id as vehicle_id, v.registration, max(t.last_seen_at) as last_seen_at,
      bool_or(c.live_mode = 'stream') as has_stream, min(c.oldest_footage_at) as oldest_footage_at,
      jsonb_agg(jsonb_build_object('camera', c.channel, 'name', c.name)
        order by c.channel, c.id) as cameras
    from (${visibleVehicles(trx, viewer)}) v
    join trackers t on t.vehicle_id = v.id
    join cameras c on c.tracker_id = t.id and c.is_active
    group by v.id, v.registration order by v.registration, v.id`.execute(trx);
  return rows;
}

export type ListedCamera = CameraRow & {
  vehicle_id: number | null;
  registration: string | null;
};

/** Cameras of visible vehicles; viewers of all depots also see cameras without a vehicle. */
function visibleCameras(trx: Transaction, viewer: Viewer) {
  const own = trx
    .selectFrom('cameras as c')
    .innerJoin('trackers as t', 't.id', 'c.tracker_id')
    .leftJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .where(ofCustomer(viewer, 'c.customer_id'));
  if (viewer.depotScope === 'all') return own;
  return own.where('v.id', 'in', visibleVehicles(trx, viewer).clearSelect().select('v.id'));
}

const LISTED = ['v.id as vehicle_id', 'v.registration'] as const;

/** A page of cameras, by registration or by name. */
export async function cameraPage(trx: Transaction, viewer: Viewer, page: Page) {
  let query = visibleCameras(trx, viewer);
  if (page.search !== '') {
    const pattern = containsPattern(page.search);
    query = query.where((eb) =>
      eb.or([eb('c.name', 'ilike', pattern), eb('v.registration', 'ilike', pattern)]),
    );
  }
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('c')
    .select(LISTED)
    .orderBy(
      page.orderBy === 'name' ? 'c.name' : 'v.registration',
      page.descending ? 'desc' : 'asc',
    )
    .orderBy('c.channel')
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(count), rows: rows as ListedCamera[] };
}

/** One visible camera, locked until the transaction ends. */
export async function holdCamera(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<ListedCamera | undefined> {
  const row = await visibleCameras(trx, viewer)
    .selectAll('c')
    .select(LISTED)
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirst();
  return row as ListedCamera | undefined;
}

/** The trackers of a vehicle, those that support cameras first. */
export async function trackersOfVehicle(trx: Transaction, vehicleId: number) {
  return trx
    .selectFrom('trackers')
    .select(['id', 'customer_id', 'protocol'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy(sql`protocol = 'jt808'`, 'desc')
    .orderBy('id')
    .execute();
}

/** Whether another camera of the vehicle uses the channel. */
export async function isChannelTaken(
  trx: Transaction,
  vehicleId: number,
  channel: number,
  exceptId: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('cameras as c')
    .innerJoin('trackers as t', 't.id', 'c.tracker_id')
    .select('c.id')
    .where('t.vehicle_id', '=', vehicleId)
    .where('c.channel', '=', channel)
    .where('c.id', '!=', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export type CameraValues = Pick<
  CameraRow,
  'tracker_id' | 'channel' | 'name' | 'source' | 'address' | 'live_mode' | 'is_active'
>;

export async function insertCamera(
  trx: Transaction,
  customerId: number,
  values: CameraValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('cameras')
    .values({ ...values, customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCamera(
  trx: Transaction,
  id: number,
  values: CameraValues,
): Promise<void> {
  await trx.updateTable('cameras').set(values).where('id', '=', id).execute();
}

export async function deleteCamera(trx: Transaction, id: number): Promise<void> {
  await trx.deleteFrom('cameras').where('id', '=', id).execute();
}
