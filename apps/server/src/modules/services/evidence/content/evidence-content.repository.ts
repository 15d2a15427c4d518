import { EVIDENCE_KINDS, type EvidenceKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { type RecordScope, vehiclesOfScope } from '../../../features/records/index.ts';
import { EVIDENCE_SOURCES } from './evidence-content-sources.ts';

/** A file of a record. */
export interface RecordFile {
  readonly id: string;
  /** Its position among all files of the record, from 1. */
  readonly number: number;
  readonly role: string;
  readonly caption: string;
}

/** A record of any kind. */
export interface EvidenceRecord {
  readonly id: number;
  readonly at: Date;
  /** The same to the microsecond, which a date lacks. */
  readonly place: string;
  /** The columns of the record, as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What was done, by whom and when, the oldest first. */
  readonly history: readonly object[];
  readonly files: readonly RecordFile[];
}

export interface EvidenceVehicle {
  readonly id: number;
  readonly registration: string;
  readonly type: string;
  readonly manufacturer_model: string | null;
  readonly vin: string | null;
}

/** A half-open range of times: the start is inclusive. */
export interface EvidencePeriod {
  readonly start: Date;
  readonly end: Date;
}

/** Columns that only the application uses, and copies of others. */
const INTERNAL = [
  ...[
    'customer_id',
    'vehicle_id',
    'search_text',
    'version',
    'since_s',
    'daily_cost',
    'repairer_key',
  ],
  ...[
    'severity_rank',
    'digest',
    'report_key',
    'told_at',
    'must_tell',
    'idempotency_key',
    'is_latest',
  ],
  ...[
    'request_digest',
    'is_unqualified',
    'signature_file_id',
    'print_out_file_id',
    'sketch_file_id',
  ],
  ...['file_id', 'created_by_id', 'set_by_id', 'cleared_by_id', 'sha256', 'received_by'],
];

/** The vehicles of a pack that the viewer may see, by registration. */
export async function vehiclesOf(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
  customerId: number,
): Promise<EvidenceVehicle[]> {
  const { rows } = await sql<EvidenceVehicle>`
    select v.id, v.registration, v.type, v.manufacturer_model, v.vin from vehicles v
    where v.customer_id = ${customerId} and v.id in (${vehiclesOfScope(trx, viewer, scope)})
    order by v.registration, v.id`.execute(trx);
  return rows;
}

const matching = (viewer: Viewer, kind: EvidenceKind, { start, end }: EvidencePeriod) => {
  const { at, condition } = EVIDENCE_SOURCES[kind];
  return sql`${ofCustomer(viewer, 'r.customer_id')} and ${at} >= ${start} and ${at} < ${end}
    and ${condition ?? sql`true`}`;
};

/** Numbers of records of each kind, by vehicle; vehicles and kinds without records are missing. */
export async function countsOf(
  trx: Transaction,
  viewer: Viewer,
  kinds: readonly EvidenceKind[],
  vehicleIds: readonly number[],
  period: EvidencePeriod,
): Promise<ReadonlyMap<number, ReadonlyMap<EvidenceKind, number>>> {
  const counts = new Map<number, Map<EvidenceKind, number>>();
  for (const kind of EVIDENCE_KINDS.filter((one) => kinds.includes(one))) {
    const { rows } = await sql<{ vehicle_id: number; count: number }>`
      select r.vehicle_id, count(*)::int as count from ${sql.table(EVIDENCE_SOURCES[kind].table)} r
      where r.vehicle_id = any(${[...vehicleIds]}::int[]) and ${matching(viewer, kind, period)}
      group by r.vehicle_id`.execute(trx);
    for (const { vehicle_id: id, count } of rows) {
      const known = counts.get(id) ?? new Map<EvidenceKind, number>();
      counts.set(id, known.set(kind, count));
    }
  }
  return counts;
}

/** The next records of a kind and a vehicle after a position, the oldest first. */
export async function recordsAfter(
  trx: Transaction,
  viewer: Viewer,
  kind: EvidenceKind,
  vehicleId: number,
  period: EvidencePeriod,
  after: Pick<EvidenceRecord, 'id' | 'place'> | null,
  limit: number,
): Promise<EvidenceRecord[]> {
  const { table, at, more, files, trail } = EVIDENCE_SOURCES[kind];
  const queries = files.map((query) => sql`(${query})`);
  const { rows } = await sql<EvidenceRecord>`
    select r.id, ${at} as at, ${at}::text as place,
      (to_jsonb(r) - ${INTERNAL}::text[]) || coalesce(${more ?? sql`null::jsonb`}, '{}') as data,
      ${
        queries.length === 0
          ? sql`'[]'::jsonb`
          : sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.file_id, 'number', f.number,
              'role', f.role, 'caption', f.caption) order by f.number)
            from (select u.*, row_number() over (order by u.role, u.position, u.file_id) as number
              from (${sql.join(queries, sql` union all `)}) u (file_id, role, caption, position)
              where u.file_id is not null) f), '[]')`
      } as files,
      ${
        trail === null
          ? sql`'[]'::jsonb`
          : sql`coalesce((select jsonb_agg(jsonb_build_object('at', c.at, 'by', c.user_name,
              'action', c.action, 'note', c.note, 'changes', c.changes) order by c.id)
            from record_changes c where c.kind = ${trail} and c.record_id = r.id), '[]')`
      } as history
    from ${sql.table(table)} r
    where r.vehicle_id = ${vehicleId} and ${matching(viewer, kind, period)}
      and ${after === null ? sql`true` : sql`(${at}, r.id) > (${after.place}::timestamptz, ${after.id})`}
    order by ${at}, r.id limit ${limit}`.execute(trx);
  return rows;
}
