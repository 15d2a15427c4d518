import {
  DEFAULT_CURRENCY,
  MODULE_NAMES,
  type ModuleName,
  ROLE_RIGHTS,
  type Role,
} from '@roadworthy/domain';
import type { Bus } from '../bus/index.ts';
import type { Database } from '../db/index.ts';
import type { TokenFacts } from './tokens.ts';
import type { Viewer } from './viewer.ts';

interface UserRow {
  id: number;
  customer_id: number | null;
  role: Role;
  is_limited_user: boolean;
  is_global_admin: boolean;
  is_customer_admin: boolean;
  is_user_vehicle_admin: boolean;
  language: string;
  time_zone: string | null;
  units_distance: string | null;
  currency: string | null;
  vehicle_id: number | null;
  is_active: boolean;
  valid_from_s: number;
  lacks_second_factor: boolean;
  modules: string[];
  has_assignment: boolean;
  depots: number[];
}

const LOAD = `
select u.id, u.customer_id, u.role, u.is_limited_user, u.is_global_admin, u.is_customer_admin,
  u.is_user_vehicle_admin, u.language, u.time_zone, u.units_distance, u.vehicle_id,
  (select c.currency from customers c where c.id = u.customer_id) as currency,
  u.is_active and not exists (select from customers c
    where c.id = u.customer_id and c.archived_at is not null) as is_active,
  case when u.sessions_valid_from = '-infinity' then 0
    else extract(epoch from u.sessions_valid_from) end::float8 as valid_from_s,
  coalesce((select c.requires_second_factor from customers c where c.id = u.customer_id), false)
    and u.password_hash is not null
    and not exists (select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select from passkeys k where k.user_id = u.id) as lacks_second_factor,
  array(select module from user_modules m where m.user_id = u.id) as modules,
  exists (select from user_depots d where d.user_id = u.id)
    or exists (select from user_regions r where r.user_id = u.id) as has_assignment,
  array(select depot_id from user_depots d where d.user_id = u.id
    union select d.id from depots d join user_regions r on r.region_id = d.region_id
      where r.user_id = u.id) as depots
from users u where u.id = any($1::int[])`;

/** How long a loaded viewer is cached; a change published on the bus takes effect at once. */
const FRESH_MS = 15_000;
const MAX_CACHED = 10_000;

function toViewer(row: UserRow): Viewer {
  const isLimitedUser = row.is_limited_user || ROLE_RIGHTS[row.role].isLimitedUser;
  return {
    userId: row.id,
    customerId: row.customer_id,
    role: row.role,
    // A guest has no module (requirement U-P01).
    modules:
      row.role === 'GUEST'
        ? []
        : row.modules.filter((name): name is ModuleName =>
            (MODULE_NAMES as readonly string[]).includes(name),
          ),
    isLimitedUser,
    isGlobalAdmin: row.is_global_admin,
    isCustomerAdmin: row.is_customer_admin,
    isUserVehicleAdmin: row.is_user_vehicle_admin,
    canWrite: ROLE_RIGHTS[row.role].canWrite,
    depotScope: row.has_assignment ? row.depots : isLimitedUser ? [] : 'all',
    vehicleId: row.vehicle_id,
    timeZone: row.time_zone,
    distanceUnit: row.units_distance === 'KMS' ? 'KMS' : 'MLS',
    currency: row.currency ?? DEFAULT_CURRENCY,
    language: row.language,
    tokenScopes: null,
    lacksSecondFactor: row.lacks_second_factor,
  };
}

/** Users as viewers, for work on their behalf; without those who are deleted or inactive. */
export async function loadViewers(
  { pool }: Pick<Database, 'pool'>,
  userIds: readonly number[],
): Promise<Viewer[]> {
  const { rows } = await pool.query<UserRow>({
    name: 'load-viewer',
    text: LOAD,
    values: [userIds],
  });
  return rows.filter(({ is_active: isActive }) => isActive).map(toViewer);
}

/** A user as a viewer, for work on the user's behalf; null for one who is deleted or inactive. */
export async function loadViewer(
  db: Pick<Database, 'pool'>,
  userId: number,
): Promise<Viewer | null> {
  const [viewer = null] = await loadViewers(db, [userId]);
  return viewer;
}

const keyOf = (userId: number, grantId: string | null) => `${userId} ${grantId ?? ''}`;

interface Cached {
  readonly viewer: Viewer | null;
  readonly validFromS: number;
  readonly untilMs: number;
}

/** The users of tokens, cached for seconds. */
export class ViewerStore {
  readonly #cache = new Map<string, Cached>();

  constructor(
    private readonly db: Database,
    bus: Bus,
  ) {
    bus.subscribe('users.changed', () => this.#cache.clear());
    bus.subscribe('sessions.ended', ({ userId, grantId }) => {
      this.#cache.delete(keyOf(userId, grantId));
    });
  }

  /**
   * The user of a verified token, or null if the user is inactive, or the session expired or was
   * ended (password changed, signed out) since the token was issued.
   */
  async find(facts: TokenFacts): Promise<Viewer | null> {
    const key = keyOf(facts.userId, facts.grantId);
    const cached = this.#cache.get(key);
    const known =
      cached !== undefined && cached.untilMs > Date.now() ? cached : await this.#load(key, facts);
    // A token of a session lives as long as the session; others are checked by time. Token times have
    // whole seconds: one issued in the second of the change is still valid.
    const isValid = facts.grantId !== null || facts.issuedAtS >= Math.floor(known.validFromS);
    return isValid ? known.viewer : null;
  }

  async #load(key: string, { userId, grantId }: TokenFacts): Promise<Cached> {
    const [{ rows }, lives] = await Promise.all([
      this.db.pool.query<UserRow>({ name: 'load-viewer', text: LOAD, values: [[userId]] }),
      grantId === null ? true : this.#sessionLives(grantId),
    ]);
    const row = rows[0];
    const isAllowed = row?.is_active === true && lives;
    const loaded: Cached = {
      viewer: isAllowed ? toViewer(row) : null,
      validFromS: row?.valid_from_s ?? 0,
      untilMs: Date.now() + FRESH_MS,
    };
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, loaded);
    return loaded;
  }

  async #sessionLives(grantId: string): Promise<boolean> {
    const { rowCount } = await this.db.pool.query({
      name: 'session-lives',
      text: `select from sign_on_artifacts where model = 'Grant' and id = $1
        and (expires_at is null or expires_at > now())`,
      values: [grantId],
    });
    return rowCount === 1;
  }
}
