/** A vehicle whose last known state moved forward; null where the device did not say. */
export interface VehicleStateChange {
  readonly customerId: number;
  readonly vehicleId: number;
  /** Device time, ms since 1970 UTC. */
  readonly deviceTimeMs: number;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly speedKmh: number | null;
  readonly headingDeg: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly batteryPercent: number | null;
  readonly temperatureC: number | null;
  readonly driverTag: string | null;
}

/** What the parts of the server tell each other. */
export interface Topics {
  /** After a commit: the vehicles whose last known state moved forward. */
  'positions.committed': { readonly states: readonly VehicleStateChange[] };
  /** A tracker was registered, moved or removed; null for "any of them". */
  'trackers.changed': { readonly trackerId: number | null };
  /** Rights, scope or password of a user changed; null for "any of them". */
  'users.changed': { readonly userId: number | null };
}

export interface Bus {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
  close(): Promise<void>;
}
