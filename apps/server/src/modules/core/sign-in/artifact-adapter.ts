import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';
import { tokenHash } from '../../../platform/auth/index.ts';

/** Models whose id is itself the client's secret: only its hash is stored. */
const SECRET_IDS: ReadonlySet<string> = new Set(['RefreshToken', 'AuthorizationCode']);

/** Called for each sign-on session that has ended. */
export type SessionEnded = (session: { userId: number; grantId: string }) => void;

interface EndedGrant {
  id: string;
  account_id: string | null;
}

/** Stores the provider's sessions, codes, grants and refresh tokens in PostgreSQL. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly pool: pg.Pool,
    private readonly model: string,
    private readonly sessionEnded: SessionEnded,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS: number): Promise<void> {
    const { jti: _jti, ...kept } = payload;
    // Parameters of a request are stored as received, but jsonb does not accept a null character.
    if (JSON.stringify(payload).includes('\\u0000')) {
      throw new errors.InvalidRequest('a parameter contains a null character');
    }
    await this.pool.query(
      `insert into sign_on_artifacts (model, id, payload, grant_id, uid, user_code, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (model, id) do update set payload = excluded.payload,
         grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code,
         expires_at = excluded.expires_at`,
      [
        this.model,
        this.#keptId(id),
        JSON.stringify(SECRET_IDS.has(this.model) ? kept : payload),
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.userCode ?? null,
        expiresInS ? new Date(Date.now() + expiresInS * 1000) : null,
      ],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#one('id', this.#keptId(id));
    return payload === undefined ? undefined : { ...payload, jti: id };
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#one('uid', uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#one('user_code', userCode);
  }

  /**
   * Marks a code or token as used. If it is used twice at the same moment, the second use counts as a
   * repeat, and a repeat ends the session (RFC 9700, 4.14.2).
   */
  async consume(id: string): Promise<void> {
    const { rows } = await this.pool.query<{ grant_id: string | null; is_first: boolean }>(
      `with used as (
         update sign_on_artifacts set consumed_at = now()
         where model = $1 and id = $2 and consumed_at is null returning id)
       select grant_id, exists (select from used) as is_first
       from sign_on_artifacts where model = $1 and id = $2`,
      [this.model, this.#keptId(id)],
    );
    if (rows[0]?.is_first === true) return;
    if (rows[0]?.grant_id) await this.revokeByGrantId(rows[0].grant_id);
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    const { rows } = await this.pool.query<EndedGrant>(
      `with gone as (delete from sign_on_artifacts where model = $1 and id = $2
         returning model, id, payload->>'accountId' as account_id)
       select id, account_id from gone where model = 'Grant'`,
      [this.model, this.#keptId(id)],
    );
    this.#announce(rows);
  }

  /** Ends a grant with everything issued under it; access tokens are checked against its row. */
  async revokeByGrantId(grantId: string): Promise<void> {
    const { rows } = await this.pool.query<EndedGrant>(
      `with gone as (delete from sign_on_artifacts
         where grant_id = $1 or (model = 'Grant' and id = $1)
         returning model, id, payload->>'accountId' as account_id)
       select id, account_id from gone where model = 'Grant'`,
      [grantId],
    );
    this.#announce(rows);
  }

  /** Only a grant that existed is published, so an unknown token has no effect. */
  #announce(grants: readonly EndedGrant[]): void {
    for (const { id, account_id } of grants) {
      if (account_id !== null) this.sessionEnded({ userId: Number(account_id), grantId: id });
    }
  }

  #keptId(id: string): string {
    return SECRET_IDS.has(this.model) ? tokenHash(id).toString('base64url') : id;
  }

  async #one(column: 'id' | 'uid' | 'user_code', value: string) {
    // PostgreSQL rejects a null character in a comparison; no id contains one.
    if (value.includes('\0')) return undefined;
    const { rows } = await this.pool.query(
      `select payload, consumed_at from sign_on_artifacts
       where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      [this.model, value],
    );
    if (rows[0] === undefined) return undefined;
    const consumed = rows[0].consumed_at as Date | null;
    return {
      ...(rows[0].payload as AdapterPayload),
      ...(consumed === null ? {} : { consumed: Math.floor(consumed.getTime() / 1000) }),
    };
  }
}
