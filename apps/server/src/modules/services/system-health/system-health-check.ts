import { InternalError, type SystemCheck, type SystemCheckState } from '@roadworthy/domain';
import type { Config } from '../../../platform/config/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { Geocoder } from '../../../platform/geocoding/index.ts';
import type { HealthAnswer } from '../../../platform/health.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { MapArchives } from '../../../platform/map-archives/index.ts';
import type { FindingOf, Values } from './system-health-texts.ts';

/** The parts of the installation that the checks look at. */
export interface CheckedParts {
  readonly config: Config;
  /** Null before the first start, when the installation has no database. */
  readonly db: Database | null;
  readonly files: Files;
  readonly mail: Mailer;
  readonly mapArchives: MapArchives;
  /** Null if no service is configured. */
  readonly geocoder: Geocoder | null;
  /** The parts of the running server as `/healthz` shows them; null if none runs. */
  readonly serverHealth: () => Promise<readonly HealthAnswer[] | null>;
}

/** What a check found. Its texts are `<check>.<finding>` and `<check>.<finding>.advice`. */
export interface Verdict<N extends SystemCheck = SystemCheck> {
  readonly state: SystemCheckState;
  readonly finding: FindingOf<N>;
  readonly values?: Values;
}

/** One check: it collects facts and judges them by a function without clock, database or socket. */
export interface Check<N extends SystemCheck = SystemCheck> {
  readonly name: N;
  /** Whether it reads the database. */
  readonly needsDatabase?: true;
  look(parts: CheckedParts): Promise<Verdict<N>>;
}

/** The database of a check that needs one; the service does not call it without. */
export function databaseOf({ db }: CheckedParts): Database {
  if (db === null) throw new InternalError('system_health.no_database');
  return db;
}

/** The short reason of a failure: a code of the system where there is one, never an address. */
export function reasonOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown };
  if (typeof code === 'string') return code;
  if (cause !== undefined) return reasonOf(cause);
  return name ?? 'unknown';
}
