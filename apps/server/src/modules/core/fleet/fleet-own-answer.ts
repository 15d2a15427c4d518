/** What a driver answers to an own record: a comment, and a signature if there is a name. */
interface OwnAnswer {
  readonly comment: string;
  readonly signed_by: string | null;
  /** The version of the record that the driver saw. */
  readonly version: number;
}

/** The stored answer of a record that counts its versions. */
interface StoredAnswer {
  readonly driver_comment: string;
  readonly signed_by: string | null;
  readonly version: number;
}

/**
 * Whether a record has this answer already, because the phone sends it again. The record has then changed since the
 * driver saw it; an answer to the current version is a new one.
 */
export const isAnswerStored = (stored: StoredAnswer, answer: OwnAnswer): boolean =>
  stored.version > answer.version &&
  stored.driver_comment === answer.comment &&
  stored.signed_by === answer.signed_by;
