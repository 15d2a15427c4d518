/** Vehicles that this process derives, by partition: vehicle id modulo `count`. */
export interface SharedPartitions {
  readonly count: number;
  /** Called when this process has got partitions. */
  gained(partitions: readonly number[]): Promise<void>;
  /** Called before this process releases partitions; they are released when it resolves. */
  releasing(partitions: readonly number[]): Promise<void>;
  /** Called when this process may have lost all partitions. */
  lost(): void;
}

/** One process derives all vehicles. */
export const ALONE: SharedPartitions = {
  count: 1,
  gained: async () => undefined,
  releasing: async () => undefined,
  lost: () => undefined,
};
