/** Connections at once; GATEWAY_MAX_CONNECTIONS and GATEWAY_MAX_CONNECTIONS_PER_ADDRESS. */
export interface DoorLimits {
  readonly total: number;
  /** Generous, because a mobile network may show a whole fleet under one address. */
  readonly perAddress: number;
}

/** Which limit a connection was refused by. */
export type Refusal = 'total' | 'address';

/** A connection, as far as the door knows it. */
export interface Guest {
  readonly address: string;
  /** Asked of one that has not named itself when another needs its place. */
  makeRoom(): void;
}

interface Party {
  count: number;
  /** In the order of their coming. */
  readonly unnamed: Set<Guest>;
}

/**
 * Who is connected, over all ports, and who may come in.
 *
 * Where a limit is reached, the oldest connection that has not named itself makes room for the
 * newcomer: however many silent connections somebody opens, an honest device gets in and is known
 * a moment later. Only where everybody inside is a known device is the newcomer refused.
 */
export class Door {
  readonly #parties = new Map<string, Party>();
  readonly #unnamed = new Set<Guest>();
  readonly #inside = new Set<Guest>();

  constructor(private readonly limits: DoorLimits) {}

  /** Open connections. */
  get connections(): number {
    return this.#inside.size;
  }

  /** Lets a connection in; otherwise says which limit refuses it. */
  enter(guest: Guest): Refusal | null {
    const known = this.#parties.get(guest.address);
    if (known !== undefined && known.count >= this.limits.perAddress) {
      if (!this.#makeRoom(known.unnamed)) return 'address';
    }
    if (this.#inside.size >= this.limits.total && !this.#makeRoom(this.#unnamed)) return 'total';
    const party = this.#parties.get(guest.address) ?? { count: 0, unnamed: new Set() };
    party.count += 1;
    party.unnamed.add(guest);
    this.#parties.set(guest.address, party);
    this.#unnamed.add(guest);
    this.#inside.add(guest);
    return null;
  }

  /** The device behind it is known: it keeps its place. */
  named(guest: Guest): void {
    this.#unnamed.delete(guest);
    this.#parties.get(guest.address)?.unnamed.delete(guest);
  }

  /** It is gone; saying so twice is harmless. */
  left(guest: Guest): void {
    if (!this.#inside.delete(guest)) return;
    this.named(guest);
    const party = this.#parties.get(guest.address);
    if (party === undefined) return;
    party.count -= 1;
    if (party.count === 0) this.#parties.delete(guest.address);
  }

  #makeRoom(unnamed: ReadonlySet<Guest>): boolean {
    const [oldest] = unnamed;
    if (oldest === undefined) return false;
    this.left(oldest);
    oldest.makeRoom();
    return true;
  }
}
