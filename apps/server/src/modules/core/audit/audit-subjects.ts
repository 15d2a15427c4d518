import { AUDIT_KINDS, type AuditKind } from '@roadworthy/domain';

/** Which records a filter means. */
export interface SubjectFilter {
  readonly kinds: readonly AuditKind[];
  readonly id: string;
}

const REFERENCE = /^([A-Z]{3})-(\d{1,10})$/;
/** Kinds of the records that have a reference number of these letters. */
const BY_LETTERS: Readonly<Record<string, readonly AuditKind[]>> = {
  DEF: ['defect'],
  PMI: ['inspection'],
  NOT: ['notice_letter'],
  SUR: ['audit_survey'],
  DRV: ['driver_check', 'vehicle_report'],
  STD: ['vehicle_report'],
  AUD: ['vehicle_report'],
  HND: ['vehicle_report'],
  GTC: ['vehicle_report'],
};

/** The records of an id, as the log has it, or of a reference number such as DEF-000571. */
export function subjectsOf(text: string): SubjectFilter {
  const [, letters = '', digits = ''] = REFERENCE.exec(text.trim().toUpperCase()) ?? [];
  const kinds = BY_LETTERS[letters];
  if (kinds !== undefined) return { kinds, id: String(Number(digits)) };
  return { kinds: AUDIT_KINDS, id: text.trim() };
}
