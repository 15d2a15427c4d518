/** Reasons why a street map file cannot be used. */
export const MAP_ARCHIVE_FAULTS = [
  /** The file of `MAP_FILE` does not exist. */
  'missing',
  'unreadable',
  'not_an_archive',
  /** Shorter than its header states, for example after an interrupted copy. */
  'truncated',
  /** Images instead of vector tiles. */
  'not_vector',
  /** Vector tiles without the layers of Protomaps. */
  'other_schema',
  'damaged',
] as const;
export type MapArchiveFault = (typeof MAP_ARCHIVE_FAULTS)[number];
