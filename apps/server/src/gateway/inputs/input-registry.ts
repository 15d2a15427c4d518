import type { DataInputKind, JsonMapping } from '@roadworthy/domain';
import type pg from 'pg';
import { tokenHash } from '../../platform/auth/index.ts';
import type { Bus } from '../../platform/bus/index.ts';

/** A data input as the gateway knows it. */
export interface GatewayInput {
  readonly id: number;
  readonly customerId: number;
  readonly kind: DataInputKind;
  readonly isOn: boolean;
  readonly mapping: JsonMapping;
  /** Whether the mapping names the device; before, nothing is acknowledged. */
  readonly isMapped: boolean;
}

interface InputRow {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: DataInputKind;
  readonly is_on: boolean;
  readonly mapping: JsonMapping;
  readonly token_digest: Buffer | null;
}

/** A bus message may be lost; a process that missed it reads the inputs again after this time. */
const RELOAD_MS = 15_000;

export const toGatewayInput = (
  row: Pick<InputRow, 'id' | 'customer_id' | 'kind' | 'is_on' | 'mapping'>,
): GatewayInput => ({
  id: row.id,
  customerId: row.customer_id,
  kind: row.kind,
  isOn: row.is_on,
  mapping: row.mapping,
  isMapped: row.mapping.fields.device !== '' || row.mapping.topic_level !== null,
});

/**
 * All HTTP inputs by their token, in memory: a wrong token costs no query, and with an ingest stream
 * messages are stored while the database is away.
 */
export class InputRegistry {
  #byToken: ReadonlyMap<string, GatewayInput> = new Map();
  #loadedMs = 0;
  #isStale = true;
  #loading: Promise<void> | null = null;
  readonly #unsubscribe: () => void;

  constructor(
    private readonly pool: pg.Pool,
    bus: Bus,
  ) {
    this.#unsubscribe = bus.subscribe('data-inputs.changed', () => {
      this.#isStale = true;
    });
  }

  /**
   * The input with a token; undefined if there is none.
   *
   * @throws the database error, if the inputs were never read
   */
  async find(token: string): Promise<GatewayInput | undefined> {
    await this.#fresh();
    return this.#byToken.get(tokenHash(token).toString('hex'));
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Reads the inputs again if they may have changed; while the database is away, those before remain. */
  async #fresh(): Promise<void> {
    // A change may have come after a load that is running began.
    if (this.#loading !== null) await this.#loading.catch(() => undefined);
    if (!this.#isStale && Date.now() - this.#loadedMs < RELOAD_MS) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    try {
      await this.#loading;
    } catch (error) {
      if (this.#loadedMs === 0) throw error;
    }
  }

  async #load(): Promise<void> {
    this.#isStale = false;
    try {
      const { rows } = await this.pool.query<InputRow>({
        name: 'data-inputs-by-token',
        text: `select id, customer_id, kind, is_on, mapping, token_digest from data_inputs
          where kind = 'http'`,
      });
      this.#byToken = new Map(
        rows.map((row) => [row.token_digest?.toString('hex') ?? '', toGatewayInput(row)]),
      );
      this.#loadedMs = Date.now();
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }
}
