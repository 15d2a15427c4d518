import type pg from 'pg';

const DAY_MS = 86_400_000;

/** Start of the UTC day that contains a time, ms since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

function nameOf(dayMs: number): string {
  return `positions_${new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The partitions of `positions`, one per UTC day; created when first needed and ahead of time. */
export class Partitions {
  readonly #known = new Set<number>();

  constructor(private readonly pool: pg.Pool) {}

  /** Creates missing partitions for the days of these rows. */
  async ensure(rows: Iterable<{ readonly timeMs: number }>): Promise<void> {
    let last = Number.NaN;
    for (const { timeMs } of rows) {
      const day = dayOf(timeMs);
      if (day === last) continue;
      if (!this.#known.has(day)) await this.#make(day);
      last = day;
    }
  }

  /** Creates the partitions of today and of the following days. */
  async prepare(nowMs: number, daysAhead = 7): Promise<void> {
    for (let n = -1; n <= daysAhead; n += 1) await this.ensure([{ timeMs: nowMs + n * DAY_MS }]);
  }

  async #make(day: number): Promise<void> {
    const from = new Date(day).toISOString();
    const to = new Date(day + DAY_MS).toISOString();
    await this.pool
      .query(
        `create table if not exists ${nameOf(day)} partition of positions for values from ('${from}') to ('${to}')`,
      )
      .catch((error: { code?: string }) => {
        // Another process created it at the same time.
        if (error.code !== '42P07' && error.code !== '23505') throw error;
      });
    this.#known.add(day);
  }

  /**
   * Drops the partitions whose whole day is past retention, and deletes older rows of the default
   * one.
   *
   * @returns names of the dropped partitions
   */
  async dropExpired(nowMs: number, retentionDays: number): Promise<string[]> {
    const limit = dayOf(nowMs - retentionDays * DAY_MS);
    const { rows } = await this.pool.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'positions'::regclass and c.relname ~ '^positions_\\d{8}$' and c.relname < $1
       order by 1`,
      [nameOf(limit)],
    );
    for (const { name } of rows) await this.pool.query(`drop table if exists ${name}`);
    await this.pool.query('delete from positions_default where device_time < $1', [
      new Date(limit),
    ]);
    this.#known.clear();
    return rows.map(({ name }) => name);
  }
}
