import type { DataInputKind, JsonMapping } from '@roadworthy/domain';
import type pg from 'pg';

/** An MQTT input that this process is connected for until its lease ends. */
export interface LeasedInput {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: DataInputKind;
  readonly is_on: boolean;
  readonly mapping: JsonMapping;
  readonly settings: {
    readonly address: string;
    readonly topic: string;
    readonly username: string;
    readonly client_id: string;
  };
  readonly credentials: Buffer | null;
  readonly lease: string;
  readonly attempts: number;
}

/** Takes the MQTT inputs that are due and that no process is connected for. */
export async function takeDue(pool: pg.Pool, most: number, leaseS: number): Promise<LeasedInput[]> {
  const { rows } = await pool.query<LeasedInput>({
    name: 'take-data-inputs',
    text: `update data_inputs set lease = gen_random_uuid(), connected_at = null,
        leased_until = now() + make_interval(secs => $2)
      where id in (select id from data_inputs
        where is_on and kind = 'mqtt' and next_attempt_at <= now()
          and coalesce(leased_until, '-infinity') < now()
        order by next_attempt_at limit $1 for update skip locked)
      returning id, customer_id, kind, is_on, mapping, settings, credentials, lease, attempts`,
    values: [most, leaseS],
  });
  return rows;
}

type Held = Pick<LeasedInput, 'id' | 'lease'>;

/**
 * Renews leases. One that was connected since the last renewal has no failed attempts any more.
 *
 * @returns the ids that are still held; the others were changed, switched off or deleted
 */
export async function renewLeases(
  pool: pg.Pool,
  held: readonly Held[],
  leaseS: number,
): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'renew-data-inputs',
    text: `update data_inputs i set leased_until = now() + make_interval(secs => $3),
        attempts = case when i.connected_at is null then i.attempts else 0 end
      from unnest($1::int[], $2::uuid[]) as h(id, lease)
      where i.id = h.id and i.lease = h.lease and i.is_on returning i.id`,
    values: [held.map(({ id }) => id), held.map(({ lease }) => lease), leaseS],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Records that the broker is connected and the topic subscribed to. */
export async function storeConnected(pool: pg.Pool, { id, lease }: Held): Promise<void> {
  await pool.query(
    `update data_inputs set connected_at = now(), connection_failure = null
      where id = $1 and lease = $2`,
    [id, lease],
  );
}

/**
 * Gives a lease back. An input that was changed meanwhile, and has no lease, can be taken at once.
 *
 * @param failure why the connection ended; null if this process ends
 * @param pauseS time until the next attempt
 */
export async function giveBack(
  pool: pg.Pool,
  { id, lease }: Held,
  failure: string | null,
  pauseS: number,
): Promise<void> {
  await pool.query(
    `update data_inputs set leased_until = null, connected_at = null, lease = null,
        connection_failure = case when lease is null then connection_failure
          else coalesce($3, connection_failure) end,
        attempts = case when lease is null or $3::text is null then attempts else attempts + 1 end,
        next_attempt_at = case when lease is null then next_attempt_at
          else now() + make_interval(secs => $4) end
      where id = $1 and (lease = $2 or lease is null)`,
    [id, lease, failure, pauseS],
  );
}
