/** Intervals, ms. */
export interface DerivationPace {
  /** Between writes of findings, and reads of marks. */
  readonly flushMs: number;
  /** Between writes of the states of quiet vehicles, so that a restart has little to read. */
  readonly keepMs: number;
  /** Between checks for commits of other processes and for changed rules, without notifications. */
  readonly compareMs: number;
  /** Minimum interval between two redos of a vehicle. */
  readonly redoMs: number;
}

export const PACE: DerivationPace = {
  flushMs: 1000,
  keepMs: 300_000,
  compareMs: 60_000,
  redoMs: 5000,
};
