import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type Database,
  exactPage,
  ofCustomer,
  type Protocol,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';

export interface FrameRow {
  id: string;
  tracker_id: number;
  tracker: string;
  model: string;
  vehicle_id: number;
  received_at: Date;
  protocol: Protocol;
  kind: string;
  understood: boolean;
  offset_min: number;
  content: Buffer;
}

/** Filter of frames. */
export interface FrameQuestion {
  /** Null for all visible devices. */
  readonly trackerId: number | null;
  readonly start: Date;
  readonly end: Date;
  readonly notUnderstood: boolean;
}

const COLUMNS = sql`f.id::text, f.tracker_id, t.number as tracker, t.model, f.vehicle_id, f.received_at,
  f.protocol, f.kind, f.understood, f.offset_min, f.content`;

/** Frames of vehicles in the viewer's depots that arrived within a period. */
function matching(viewer: Viewer, { trackerId, start, end, notUnderstood }: FrameQuestion) {
  return sql`from raw_frames f join trackers t on t.id = f.tracker_id
    where f.received_at >= ${start} and f.received_at < ${end}
      and ${trackerId === null ? sql`true` : sql`f.tracker_id = ${trackerId}`}
      and ${notUnderstood ? sql`not f.understood` : sql`true`}
      and ${ofCustomer(viewer, 'f.customer_id')} and ${vehicleInScope(viewer, 'f.vehicle_id')}
      and t.permission is distinct from 'admin'`;
}

/** A page of frames, newest first. */
export async function framePage(
  trx: Transaction,
  viewer: Viewer,
  question: FrameQuestion,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: FrameRow[] }> {
  return exactPage<FrameRow>(trx, page, {
    columns: COLUMNS,
    matching: matching(viewer, question),
    order: sql`f.received_at desc, f.id desc`,
  });
}

/** Deletes frames past their retention, and those of each device above its limit. */
export async function trimFrames(
  db: Database,
  { perDevice, days }: { readonly perDevice: number; readonly days: number },
): Promise<void> {
  await db.pool.query(
    'delete from raw_frames where received_at < now() - make_interval(days => $1)',
    [days],
  );
  await db.pool.query(
    `delete from raw_frames where id in (
       select id from (select id, row_number() over (
         partition by tracker_id, understood order by received_at desc, id desc) as place
       from raw_frames) f where place > $1)`,
    [perDevice],
  );
}
