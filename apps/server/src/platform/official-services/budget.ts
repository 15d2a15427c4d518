import type { OfficialFailure } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import type { Outcome } from './ask.ts';

/** How often a service may be asked. */
export interface Limits {
  /** Requests per second on average; as many at once. */
  readonly perSecond: number;
  /** Requests per UTC day. */
  readonly perDay: number;
}

/** How a service answers. */
export interface ServiceState {
  readonly name: string;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure: OfficialFailure | null;
  /** Null if it may be called now. */
  readonly blocked_until: Date | null;
  readonly used_today: number;
}

/**
 * The limits of a service: a token bucket in the database, so that all processes share it, and the
 * pause that the service has asked for.
 */
export class ServiceBudget {
  constructor(
    private readonly db: Database,
    private readonly name: string,
    private readonly limits: Limits,
  ) {}

  /**
   * Asks within the limits, and records how the service answered. Without a request left, the outcome is
   * `rate_limited` with the time until the next, and nothing is sent.
   */
  async ask<T>(request: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const waitS = await this.#take();
    if (waitS !== null) return { state: 'failed', failure: 'rate_limited', blockS: waitS };
    const outcome = await request();
    await this.#record(outcome);
    return outcome;
  }

  /** Seconds until the service may be asked; null if it may be now. */
  async waitS(): Promise<number | null> {
    const { perDay, perSecond } = this.limits;
    return this.db.asSystem(async (trx) => {
      const { rows } = await sql<{ wait_s: number | null }>`
        select (case
          when blocked_until > now() then extract(epoch from blocked_until - now())
          when day = (now() at time zone 'UTC')::date and used_today >= ${perDay}::int
            then extract(epoch from (day + 1)::timestamp at time zone 'UTC' - now())
          when tokens + extract(epoch from now() - refilled_at) * ${perSecond}::float8 < 1
            then (1 - tokens) / ${perSecond}::float8
          end)::float8 as wait_s
        from service_budgets where name = ${this.name}`.execute(trx);
      const waitS = rows[0]?.wait_s ?? null;
      return waitS === null ? null : Math.max(waitS, 0.05);
    });
  }

  /** Takes a request from the bucket. Returns the seconds until the next one if there is none. */
  async #take(): Promise<number | null> {
    const { perDay, perSecond } = this.limits;
    const burst = Math.max(1, perSecond);
    const isTaken = await this.db.asSystem(async (trx) => {
      const { rows } = await sql`
        insert into service_budgets as b (name, tokens, refilled_at, day, used_today)
        values (${this.name}, ${burst}::float8 - 1, now(), (now() at time zone 'UTC')::date, 1)
        on conflict (name) do update set
          tokens = least(${burst}::float8,
            b.tokens + extract(epoch from now() - b.refilled_at) * ${perSecond}::float8) - 1,
          refilled_at = now(), day = excluded.day,
          used_today = case when b.day = excluded.day then b.used_today + 1 else 1 end
        where (b.blocked_until is null or b.blocked_until <= now())
          and (b.day <> excluded.day or b.used_today < ${perDay}::int)
          and b.tokens + extract(epoch from now() - b.refilled_at) * ${perSecond}::float8 >= 1
        returning name`.execute(trx);
      return rows.length > 0;
    });
    return isTaken ? null : ((await this.waitS()) ?? 1);
  }

  async #record(outcome: Outcome<unknown>): Promise<void> {
    const failure = outcome.state === 'failed' ? outcome.failure : null;
    const blockS = outcome.state === 'failed' ? outcome.blockS : null;
    await this.db.asSystem((trx) =>
      sql`update service_budgets set
          last_success_at = case when ${failure}::text is null then now() else last_success_at end,
          last_failure_at = case when ${failure}::text is null then last_failure_at else now() end,
          last_failure = coalesce(${failure}::text, last_failure),
          blocked_until = case when ${blockS}::float8 is null then null
            else now() + make_interval(secs => ${blockS}::float8) end
        where name = ${this.name}`.execute(trx),
    );
  }
}

/** How the named services answer; those that were never asked are left out. */
export async function serviceStates(
  db: Database,
  names: readonly string[],
): Promise<readonly ServiceState[]> {
  return db.asSystem(async (trx) => {
    const { rows } = await sql<ServiceState>`
      select name, last_success_at, last_failure_at, last_failure,
        case when blocked_until > now() then blocked_until end as blocked_until,
        case when day = (now() at time zone 'UTC')::date then used_today else 0 end as used_today
      from service_budgets where name = any(${[...names]}::text[])`.execute(trx);
    return rows;
  });
}
