/** A row of a result; absent fields do not apply to its group. */
export interface FoundRow {
  readonly id: number;
  readonly name: string;
  readonly description?: string | null;
  readonly depot?: string | null;
  readonly state?: string | null;
  readonly vehicle?: number | null;
  readonly activity?: number | null;
}
