import { AUDIT_KINDS, type AuditKind } from '@roadworthy/domain';

/** The records that a filter selects. */
export interface SubjectFilter {
  readonly kinds: readonly AuditKind[];
  readonly id: string;
}

const REFERENCE = /^([A-Z]{3})-(\d{1,10})$/;
/** The kinds of record whose reference numbers have this prefix. */
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

/** The records with an id, as logged, or with a reference number such as DEF-000571. */
export function subjectsOf(text: string): SubjectFilter {
  const [, letters = '', digits = ''] = REFERENCE.exec(text.trim().toUpperCase()) ?? [];
  const kinds = BY_LETTERS[letters];
  if (kinds !== undefined) return { kinds, id: String(Number(digits)) };
  return { kinds: AUDIT_KINDS, id: text.trim() };
}
