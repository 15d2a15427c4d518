import type { DeviceCommandKind, DeviceCommandState, DeviceInstruction } from '@roadworthy/domain';
import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  countedPage,
  ofCustomer,
  type Tables,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';

export type CommandRow = Selectable<Tables['device_commands']> & {
  readonly registration: string;
  readonly number: string;
};

const COLUMNS = sql`c.*, v.registration, t.number`;
const JOINS = sql`join vehicles v on v.id = c.vehicle_id join trackers t on t.id = c.tracker_id`;

export interface NewCommand {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly trackerId: number;
  readonly instruction: DeviceInstruction;
  readonly reason: string;
  readonly waitsForStop: boolean;
  readonly userId: number;
  readonly userName: string;
  readonly expiresAt: Date;
}

/** Inserts commands that wait. Returns their ids in the same sequence. */
export async function insertCommands(
  trx: Transaction,
  commands: readonly NewCommand[],
): Promise<string[]> {
  if (commands.length === 0) return [];
  const rows = await trx
    .insertInto('device_commands')
    .values(
      commands.map((one) => ({
        customer_id: one.customerId,
        vehicle_id: one.vehicleId,
        tracker_id: one.trackerId,
        kind: one.instruction.kind,
        instruction: JSON.stringify(one.instruction),
        reason: one.reason,
        waits_for_stop: one.waitsForStop,
        created_by: one.userId,
        created_by_name: one.userName,
        expires_at: one.expiresAt,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A command of a vehicle in the viewer's scope; undefined otherwise. */
export async function visibleCommand(
  trx: Transaction,
  viewer: Viewer,
  id: number | string,
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`select ${COLUMNS} from device_commands c ${JOINS}
    where c.id = ${id} and ${ofCustomer(viewer, 'c.customer_id')}
      and ${vehicleInScope(viewer, 'c.vehicle_id')}`.execute(trx);
  return rows[0];
}

export interface CommandFilter {
  readonly vehicle?: number | undefined;
  readonly tracker?: number | undefined;
  readonly kind?: DeviceCommandKind | undefined;
  readonly state?: DeviceCommandState | undefined;
}

/** A page of the commands of vehicles in the viewer's scope, by default newest first. */
export function commandPage(trx: Transaction, viewer: Viewer, page: Page, filter: CommandFilter) {
  const conditions = [
    ofCustomer(viewer, 'c.customer_id'),
    vehicleInScope(viewer, 'c.vehicle_id'),
    ...(filter.vehicle === undefined ? [] : [sql`c.vehicle_id = ${filter.vehicle}`]),
    ...(filter.tracker === undefined ? [] : [sql`c.tracker_id = ${filter.tracker}`]),
    ...(filter.kind === undefined ? [] : [sql`c.kind = ${filter.kind}`]),
    ...(filter.state === undefined ? [] : [sql`c.state = ${filter.state}`]),
    ...(page.search === ''
      ? []
      : [sql`strpos(lower(v.registration || ' ' || t.number), lower(${page.search})) > 0`]),
  ];
  const matching = sql`from device_commands c ${JOINS} where ${sql.join(conditions, sql` and `)}`;
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  return countedPage<CommandRow>(
    trx,
    page,
    sql<CommandRow>`select ${COLUMNS} ${matching} order by c.created_at ${to}, c.id ${to}
      limit ${page.limit} offset ${page.offset}`,
    matching,
  );
}

/** Cancels a command that still waits. Returns whether it did. */
export async function cancelCommand(trx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('device_commands')
    .set({ state: 'cancelled', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The waiting immobilisation or its opposite of a tracker, locked until the transaction ends. */
export async function waitingImmobiliser(trx: Transaction, trackerId: number) {
  return trx
    .selectFrom('device_commands')
    .select(['id', 'kind'])
    .where('tracker_id', '=', trackerId)
    .where('ended_at', 'is', null)
    .where('state', '=', 'waiting')
    .where('kind', 'in', ['immobilise', 'mobilise'])
    .forUpdate()
    .execute();
}

/** A sent command without an answer is given up after this time: the gateway waits for 60 s. */
const UNANSWERED_AFTER = sql`interval '3 minutes'`;

/**
 * Ends commands that expired, whose device was moved, or whose answer never came because the gateway
 * stopped meanwhile.
 */
export async function endOpenCommands(trx: Transaction): Promise<void> {
  await sql`update device_commands c set ended_at = now(),
      state = case when c.state = 'waiting' and c.expires_at <= now() then 'expired' else 'failed' end,
      failure = case when c.state = 'sent' then 'no_answer'
        when c.expires_at <= now() then null else 'device_moved' end
    from trackers t where t.id = c.tracker_id and c.ended_at is null
      and ((c.state = 'waiting' and (c.expires_at <= now()
          or t.vehicle_id is distinct from c.vehicle_id or t.archived_at is not null))
        or (c.state = 'sent' and c.sent_at < now() - ${UNANSWERED_AFTER}))`.execute(trx);
}
