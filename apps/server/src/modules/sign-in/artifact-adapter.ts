import type { Adapter, AdapterPayload } from 'oidc-provider';
import type pg from 'pg';

/** Where the sign-on provider keeps its sessions, codes, grants and refresh tokens: PostgreSQL. */
export class ArtifactAdapter implements Adapter {
  constructor(
    private readonly pool: pg.Pool,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS: number): Promise<void> {
    await this.pool.query(
      `insert into sign_on_artifacts (model, id, payload, grant_id, uid, user_code, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (model, id) do update set payload = excluded.payload,
         grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code,
         expires_at = excluded.expires_at`,
      [
        this.model,
        id,
        JSON.stringify(payload),
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.userCode ?? null,
        expiresInS ? new Date(Date.now() + expiresInS * 1000) : null,
      ],
    );
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#one('id', id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#one('uid', uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#one('user_code', userCode);
  }

  async consume(id: string): Promise<void> {
    await this.pool.query(
      'update sign_on_artifacts set consumed_at = now() where model = $1 and id = $2',
      [this.model, id],
    );
  }

  async destroy(id: string): Promise<void> {
    await this.pool.query('delete from sign_on_artifacts where model = $1 and id = $2', [
      this.model,
      id,
    ]);
  }

  /** Ends a grant with everything issued under it; access tokens look for its row. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.pool.query(
      "delete from sign_on_artifacts where grant_id = $1 or (model = 'Grant' and id = $1)",
      [grantId],
    );
  }

  async #one(column: 'id' | 'uid' | 'user_code', value: string) {
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
