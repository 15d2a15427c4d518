import type pg from 'pg';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A late day is noted for this time, and again when half of it has passed. */
const LATE_DAY_MS = 2 * HOUR_MS;
/** How many partitions around today receive most records. */
const RECENT_DAYS = 2;

/** Start of the UTC day that contains a time, ms since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

function nameOf(dayMs: number): string {
  return `positions_${new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

const indexOf = (dayMs: number) => `${nameOf(dayMs)}_received`;

/**
 * The index by which feeds find new positions. It has one entry for 32 pages, so that it costs a copy
 * of many records nothing that can be measured.
 */
const receivedIndex = (dayMs: number, how: 'concurrently' | '' = '') =>
  `create index ${how} if not exists ${indexOf(dayMs)} on ${nameOf(dayMs)}
   using brin (received_at) with (pages_per_range = 32)`;

/** The partitions of `positions`, one per UTC day; created when first needed and ahead of time. */
export class Partitions {
  readonly #known = new Set<number>();
  /** Late days that are noted, and until when, ms since 1970. */
  readonly #late = new Map<number, number>();

  constructor(private readonly pool: pg.Pool) {}

  /** Creates missing partitions for the days of these rows. */
  async ensure(rows: Iterable<{ readonly timeMs: number }>): Promise<void> {
    let last = Number.NaN;
    const nowMs = Date.now();
    for (const { timeMs } of rows) {
      const day = dayOf(timeMs);
      if (day === last && Math.abs(timeMs - nowMs) < DAY_MS) continue;
      if (!this.#known.has(day)) await this.#make(day);
      if (Math.abs(timeMs - nowMs) >= DAY_MS) await this.#noteLate(day, nowMs);
      last = day;
    }
  }

  /**
   * Notes a day outside of yesterday to tomorrow before its records are written: the feed of positions
   * reads only the partitions around now, and these days.
   */
  async #noteLate(day: number, nowMs: number): Promise<void> {
    if ((this.#late.get(day) ?? 0) > nowMs + LATE_DAY_MS / 2) return;
    await this.pool.query({
      name: 'note-late-day',
      text: `insert into feed_late_days as known (day, received_until)
        values (to_timestamp($1::float8 / 1000.0) at time zone 'UTC', to_timestamp($2::float8 / 1000.0))
        on conflict (day) do update
          set received_until = greatest(known.received_until, excluded.received_until)`,
      values: [day, nowMs + LATE_DAY_MS],
    });
    this.#late.set(day, nowMs + LATE_DAY_MS);
  }

  /** Creates the partitions of today and of the following days. */
  async prepare(nowMs: number, daysAhead = 7): Promise<void> {
    for (let n = -1; n <= daysAhead; n += 1) await this.ensure([{ timeMs: nowMs + n * DAY_MS }]);
  }

  async #make(day: number): Promise<void> {
    const from = new Date(day).toISOString();
    const to = new Date(day + DAY_MS).toISOString();
    const { rows } = await this.pool.query('select to_regclass($1) as known', [nameOf(day)]);
    if (rows[0]?.known !== null) {
      this.#known.add(day);
      return;
    }
    await this.pool
      .query(
        `create table if not exists ${nameOf(day)} partition of positions for values from ('${from}') to ('${to}');
         ${receivedIndex(day)}`,
      )
      .catch((error: { code?: string }) => {
        // Another process created it at the same time.
        if (error.code !== '42P07' && error.code !== '23505') throw error;
      });
    this.#known.add(day);
  }

  /**
   * Keeps the index of reception: creates it for partitions from before it existed, and adds the pages
   * that were written since.
   */
  async indexReception(nowMs: number): Promise<void> {
    for (let n = -RECENT_DAYS; n <= RECENT_DAYS; n += 1) {
      const day = dayOf(nowMs + n * DAY_MS);
      const { rows } = await this.pool.query(
        `select to_regclass($1) is not null as has_table,
           (select indisvalid from pg_index where indexrelid = to_regclass($2)) as is_valid`,
        [nameOf(day), indexOf(day)],
      );
      const { has_table: hasTable, is_valid: isValid } = rows[0] ?? {};
      if (hasTable !== true) continue;
      if (isValid === false) await this.pool.query(`drop index concurrently ${indexOf(day)}`);
      if (isValid !== true) await this.pool.query(receivedIndex(day, 'concurrently'));
      await this.pool.query('select brin_summarize_new_values($1::regclass)', [indexOf(day)]);
    }
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
