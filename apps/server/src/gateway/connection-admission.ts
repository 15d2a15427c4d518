/** Concurrent connections; GATEWAY_MAX_CONNECTIONS and GATEWAY_MAX_CONNECTIONS_PER_ADDRESS. */
export interface AdmissionLimits {
  readonly total: number;
  /** Generous, because a mobile network may show a whole fleet under one address. */
  readonly perAddress: number;
}

/** The limit that refused a connection. */
export type Refusal = 'total' | 'address';

export interface AdmittedConnection {
  readonly address: string;
  /** Closes the connection; called only before its device is identified. */
  evict(): void;
}

interface AddressConnections {
  count: number;
  /** Oldest first. */
  readonly unidentified: Set<AdmittedConnection>;
}

/**
 * Limits the number of connections over all ports.
 *
 * At a limit, the oldest connection without a login is closed for the new one: however many silent
 * connections an attacker opens, a valid device is accepted and identified a moment later. Only if
 * all connections are known devices is the new one refused.
 */
export class ConnectionAdmission {
  readonly #byAddress = new Map<string, AddressConnections>();
  readonly #unidentified = new Set<AdmittedConnection>();
  readonly #admitted = new Set<AdmittedConnection>();

  constructor(private readonly limits: AdmissionLimits) {}

  /** Number of open connections. */
  get connections(): number {
    return this.#admitted.size;
  }

  /** Admits a connection; otherwise returns the limit that refuses it. */
  admit(connection: AdmittedConnection): Refusal | null {
    const known = this.#byAddress.get(connection.address);
    if (known !== undefined && known.count >= this.limits.perAddress) {
      if (!this.#evictOldest(known.unidentified)) return 'address';
    }
    if (this.#admitted.size >= this.limits.total && !this.#evictOldest(this.#unidentified)) {
      return 'total';
    }
    const ofAddress = this.#byAddress.get(connection.address) ?? {
      count: 0,
      unidentified: new Set(),
    };
    ofAddress.count += 1;
    ofAddress.unidentified.add(connection);
    this.#byAddress.set(connection.address, ofAddress);
    this.#unidentified.add(connection);
    this.#admitted.add(connection);
    return null;
  }

  /** The device is identified: its connection is no longer evicted. */
  identified(connection: AdmittedConnection): void {
    this.#unidentified.delete(connection);
    this.#byAddress.get(connection.address)?.unidentified.delete(connection);
  }

  /** Frees the place of a closed connection; idempotent. */
  release(connection: AdmittedConnection): void {
    if (!this.#admitted.delete(connection)) return;
    this.identified(connection);
    const ofAddress = this.#byAddress.get(connection.address);
    if (ofAddress === undefined) return;
    ofAddress.count -= 1;
    if (ofAddress.count === 0) this.#byAddress.delete(connection.address);
  }

  #evictOldest(unidentified: ReadonlySet<AdmittedConnection>): boolean {
    const [oldest] = unidentified;
    if (oldest === undefined) return false;
    this.release(oldest);
    oldest.evict();
    return true;
  }
}
