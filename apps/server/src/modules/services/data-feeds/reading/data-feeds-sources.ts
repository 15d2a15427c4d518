import { eventType, type FeedKind } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type ChangeRow, changesIn } from './data-feeds-changes.repository.ts';
import type { Bounds } from './data-feeds-horizon.repository.ts';
import {
  lateDays,
  later,
  type PositionRow,
  positionsIn,
} from './data-feeds-positions.repository.ts';
import {
  existingIds,
  type FeedRecord,
  type RecordKind,
  recordsAfter,
  recordsById,
} from './data-feeds-records.repository.ts';
import type { FeedReader } from './data-feeds-vehicles.ts';
import type { RowKey } from './data-feeds-version.ts';

/** Rows of a source, as the feed sends them. */
export interface SourcePage {
  readonly rows: object[];
  /** The last row that was looked at; null if the source has no further row. */
  readonly after: RowKey | null;
}

/** What is read of a source. */
export interface SourceQuery {
  readonly trx: Transaction;
  readonly viewer: FeedReader;
  readonly kind: FeedKind;
  readonly since: string;
  readonly bounds: Bounds;
  readonly after: RowKey | null;
  readonly limit: number;
}

export type Source = (query: SourceQuery) => Promise<SourcePage>;

/** The first slice is small, so that a busy fleet is not sorted as a whole; each next one is longer. */
const FIRST_SLICE_S = 0.25;
/** A page ends after this time, however few rows it has. */
const LONGEST_MS = 5000;
/** A window that began less than this ago is one slice. */
const SHORT_WINDOW_MS = 15_000;

const positionOf = (row: PositionRow) => ({
  id: row.id,
  deleted: false,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  timestamp: row.device_time,
  received_at: row.received_at,
  lat: row.latitude,
  long: row.longitude,
  altitude: row.altitude_m,
  speed: row.speed_kmh,
  dir: row.heading_deg,
  satellites: row.satellites,
  fix_valid: row.fix_valid,
  ignition: row.ignition,
  odometer: row.odometer_m,
  external_voltage: row.external_voltage_v,
  battery_voltage: row.battery_voltage_v,
  battery_percent: row.battery_percent,
  temperature: row.temperature_c,
  driver_tag: row.driver_tag,
  event_codes: row.event_codes ?? [],
  attributes: row.attributes ?? {},
});

const lastKey = (rows: readonly { readonly key: RowKey }[]) => rows.at(-1)?.key ?? null;

/** Positions by their time of reception, slice by slice until a page is full. */
const positions: Source = async ({ trx, viewer, since, bounds, after, limit }) => {
  const days = await lateDays(trx, since);
  const endMs = Date.now();
  const found: PositionRow[] = [];
  let from = after?.[0] ?? since;
  let lengthS = FIRST_SLICE_S;
  for (;;) {
    const isLast = Date.parse(from) > endMs - SHORT_WINDOW_MS;
    const to = isLast ? null : await later(trx, from, lengthS);
    found.push(
      ...(await positionsIn(
        trx,
        viewer,
        { from, to },
        {
          ...{ bounds, days, after },
          limit: limit - found.length,
        },
      )),
    );
    if (found.length === limit) return { rows: found.map(positionOf), after: lastKey(found) };
    if (to === null) return { rows: found.map(positionOf), after: null };
    if (Date.now() > endMs + LONGEST_MS) {
      return { rows: found.map(positionOf), after: [to, '0', to, '0'] };
    }
    from = to;
    lengthS *= 2;
  }
};

const deletedOf = (
  id: string | number,
  { changed_at: changedAt, vehicle_id }: Pick<ChangeRow, 'changed_at' | 'vehicle_id'>,
) => ({ id, deleted: true, changed_at: changedAt.toISOString(), vehicle_id });

/** Positions that were hidden after they were received. */
const hiddenPositions: Source = async ({ trx, viewer, kind, since, bounds, after, limit }) => {
  const changes = await changesIn(trx, viewer, { kind, since, bounds, after, limit });
  return {
    rows: changes.flatMap((change) =>
      change.is_visible ? [deletedOf(change.record_key, change)] : [],
    ),
    after: changes.length === limit ? lastKey(changes) : null,
  };
};

/** A record with the name of its event, which the database does not have. */
function sentRecord(kind: RecordKind, { id, record }: FeedRecord, changedAt: Date) {
  const sent = { id, deleted: false, changed_at: changedAt.toISOString(), ...record };
  if (kind !== 'events') return sent;
  const { eventCode } = (record as { event: { eventCode: number } }).event;
  return { ...sent, event: { name: eventType(eventCode)?.name ?? '', eventCode } };
}

/** Changed records as they are now, each once. */
const changedRecords: Source = async ({ trx, viewer, kind: of, since, bounds, after, limit }) => {
  const kind = of as RecordKind;
  const changes = await changesIn(trx, viewer, { kind, since, bounds, after, limit });
  const last = new Map(changes.map((change) => [Number(change.record_key), change]));
  const ids = [...last.keys()];
  const visible = ids.length === 0 ? [] : await recordsById(trx, viewer, kind, ids);
  const byId = new Map(visible.map((record) => [record.id, record]));
  const missing = ids.filter((id) => !byId.has(id));
  const existing = missing.length === 0 ? new Set() : await existingIds(trx, kind, missing);
  const rows = [...last].flatMap(([id, change]): object[] => {
    const record = byId.get(id);
    if (record !== undefined) return [sentRecord(kind, record, change.changed_at)];
    return change.is_visible && !existing.has(id) ? [deletedOf(id, change)] : [];
  });
  return { rows, after: changes.length === limit ? lastKey(changes) : null };
};

/** All records, before the first change. */
const allRecords: Source = async ({ trx, viewer, kind: of, after, limit }) => {
  const kind = of as RecordKind;
  const found = await recordsAfter(trx, viewer, kind, { after, limit });
  const now = new Date();
  return {
    rows: found.map((record) => sentRecord(kind, record, now)),
    after: found.length === limit ? lastKey(found) : null,
  };
};

/** The sources of a window, one after the other. */
export function sourcesOf(kind: FeedKind, isInitial: boolean): readonly Source[] {
  if (kind === 'positions') return [positions, hiddenPositions];
  return [isInitial ? allRecords : changedRecords];
}
