/** What an evidence pack is about. */
export const EVIDENCE_SCOPES = ['vehicle', 'depot', 'fleet'] as const;
export type EvidenceScope = (typeof EVIDENCE_SCOPES)[number];

/** The kinds of records in an evidence pack, in the order of its chapters. */
export const EVIDENCE_KINDS = [
  'walkaround_checks',
  'defects',
  'inspections',
  'brake_tests',
  'off_road',
  'work_orders',
  'schedules',
  'documents',
  'accidents',
  'tachograph_files',
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export const EVIDENCE_STATES = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;

/** The longest period of a pack: records of maintenance are kept for 15 months, people keep more. */
export const LONGEST_EVIDENCE_DAYS = 1100;
/** Days until a pack is deleted. */
export const EVIDENCE_KEPT_DAYS = 30;
