import { randomUUID } from 'node:crypto';
import type { InstallationWarningCode } from '@roadworthy/domain';
import type pg from 'pg';
import type { Log } from './log/index.ts';

const CHECK_EVERY_MS = 15_000;
/** A process that did not confirm a fault for this long no longer runs. */
const CONFIRMED_WITHIN = `interval '2 minutes'`;

/** Finds the faults that exist now in this process. */
export type FindFaults = () => Promise<readonly InstallationWarningCode[]>;

/** The faults that a process finds; `gateway` is null where it has no ports for devices. */
export async function installationFaults(
  space: { isShort(): Promise<boolean> },
  gateway: { clockFault(): InstallationWarningCode | null } | null,
  maps: { hasFault(): Promise<boolean> },
): Promise<InstallationWarningCode[]> {
  const clockFault = gateway?.clockFault() ?? null;
  return [
    ...(clockFault === null ? [] : [clockFault]),
    ...((await space.isShort()) ? (['disk_nearly_full'] as const) : []),
    ...((await maps.hasFault()) ? (['map_file_unusable'] as const) : []),
  ];
}

/** A fault of the installation that lasts. */
export interface InstallationWarning {
  readonly code: InstallationWarningCode;
  readonly since: Date;
}

const KEEP = `
with ended as (
  delete from installation_warnings
  where case when process_id = $1 then code <> all($2)
    else seen_at < now() - ${CONFIRMED_WITHIN} end
)
insert into installation_warnings (code, process_id)
select code, $1 from unnest($2::text[]) as code
on conflict (code, process_id) do update set seen_at = now()`;

/** Keeps the faults that this process finds in the database, for the processes that show them. */
export class InstallationWarnings {
  readonly #processId = randomUUID();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly parts: {
      readonly pool: pg.Pool;
      readonly log: Log;
      readonly findFaults: FindFaults;
    },
  ) {
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  /** Stores what is wrong now, and removes what is right again. */
  async check(): Promise<void> {
    const { pool, log, findFaults } = this.parts;
    try {
      await pool.query(KEEP, [this.#processId, await findFaults()]);
    } catch (error) {
      log.debug({ err: error }, 'warnings wait for the database');
    }
  }

  /** Stops checking. Another start of the process finds again what is still wrong. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.parts.pool
      .query('delete from installation_warnings where process_id = $1', [this.#processId])
      .catch(() => undefined);
  }
}

/** The faults that any process of the installation finds now, oldest first. */
export async function currentWarnings(pool: pg.Pool): Promise<InstallationWarning[]> {
  const { rows } = await pool.query<InstallationWarning>(
    `select code, min(since) as since from installation_warnings
     where seen_at >= now() - ${CONFIRMED_WITHIN} group by code order by min(since), code`,
  );
  return rows;
}
