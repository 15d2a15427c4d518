/**
 * Meanings of the status codes of safety inspections (requirements G-75 to G-79). Names are the texts
 * of the specification; the locale files hold their translations under the keys.
 */
export const SAFETY_INSPECTION_STATUSES = [
  { code: '1', key: 'cancelled', name: 'Cancelled' },
  { code: '3', key: 'incomplete', name: 'Incomplete' },
  { code: '7', key: 'complete', name: 'Complete' },
  { code: '11', key: 'complete_internal_qc_review', name: 'Complete - Internal QC Review' },
  { code: '12', key: 'complete_qc_done', name: 'Complete - QC Done' },
] as const;

/** Stored status of a manual safety inspection (requirement G-81, OP-009). */
export const MANUAL_INSPECTION_STATUS = '12';

/** Meanings of the status codes of defects (requirements G-83 to G-89). */
export const DEFECT_STATUSES = [
  { code: '357913941', key: 'partial_non_verified', name: 'Partial Non Verified' },
  { code: '715827882', key: 'verified_signed_off', name: 'Verified Signed Off' },
  { code: '715827888', key: 'vehicle_changed_by_manager', name: 'Vehicle changed by manager' },
  { code: '1431655764', key: 'repairer_name', name: 'Repairer Name' },
  { code: '1610612734', key: 'signed_off_roadworthy', name: 'Signed Off Roadworthy' },
  { code: '1521134249', key: 'repaired', name: 'Repaired' },
  { code: '1789569705', key: 'defect_complete', name: 'Complete' },
] as const;

/** Any defect code may carry it: the vehicle is off the road (requirement G-82, OP-054). */
export const VOR_SUFFIX = '_IS_VOR';

/** Text for an empty status, and for an unknown code of a safety inspection (G-80, G-90). */
export const NO_STATUS = { key: 'none', name: 'No status' } as const;

export type ActivityStatusKey =
  | (typeof SAFETY_INSPECTION_STATUSES)[number]['key']
  | (typeof DEFECT_STATUSES)[number]['key']
  | (typeof NO_STATUS)['key'];

/** A status as displayed. */
export interface ActivityStatus {
  /** Locale key of its text; null where the stored text is displayed. */
  readonly key: ActivityStatusKey | null;
  /** The text of the specification, or the stored one. */
  readonly name: string;
  /** Whether the badge "VOR" is displayed next to it (requirement G-P03). */
  readonly isVor: boolean;
}

/**
 * The displayed form of a stored status (requirements G-75 to G-90, G-P03, G-P05).
 *
 * @param reference the reference of the activity's type
 * @param status the stored text or code
 */
export function activityStatus(reference: string, status: string): ActivityStatus {
  if (reference === 'SAFETY_INSPECTION') {
    const known = SAFETY_INSPECTION_STATUSES.find(({ code }) => code === status);
    return { ...(known ?? NO_STATUS), isVor: false };
  }
  if (reference === 'DEFECT') {
    const isVor = status.endsWith(VOR_SUFFIX);
    const code = isVor ? status.slice(0, -VOR_SUFFIX.length) : status;
    const known = DEFECT_STATUSES.find((one) => one.code === code);
    if (known !== undefined) return { key: known.key, name: known.name, isVor };
    return code === '' ? { ...NO_STATUS, isVor } : { key: null, name: code, isVor };
  }
  if (status === '') return { ...NO_STATUS, isVor: false };
  return { key: null, name: status, isVor: false };
}
