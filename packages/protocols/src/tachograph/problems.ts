/** Something in a file that cannot be read or is not as the regulation says. */
export interface TachographProblem {
  readonly code:
    | 'unrecognised_file'
    | 'unrecognised_bytes'
    | 'unknown_elementary_file'
    | 'unknown_record_array'
    | 'truncated'
    | 'trailing_bytes'
    | 'bad_pointer'
    | 'bad_record'
    | 'duplicate'
    | 'signature_missing';
  /** Elementary file or transfer, for example `events_data` or `overview`; empty: the whole file. */
  readonly where: string;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly expectedBytes?: number;
  readonly foundBytes?: number;
}

/** A file can contain thousands of damaged records; the list stays readable. */
const MAX_PROBLEMS = 200;

export class ProblemList {
  readonly list: TachographProblem[] = [];

  add(problem: TachographProblem): void {
    if (this.list.length < MAX_PROBLEMS) this.list.push(problem);
  }
}
