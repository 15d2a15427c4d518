/** Kinds of documents in a driver's file. A course is one attended periodic training of the driver CPC. */
export const DRIVER_DOCUMENT_KINDS = [
  'licence',
  'entitlement_check',
  'cpc_card',
  'cpc_course',
  'tachograph_card',
  'medical',
  'right_to_work',
  'training',
  'mandate',
] as const;
export type DriverDocumentKind = (typeof DRIVER_DOCUMENT_KINDS)[number];

/** Years for which a driver's permission to ask the DVLA counts at most (DVLA form D906). */
export const MANDATE_YEARS = 3;

/** The status of a licence as the DVLA says; only the holder of a valid one may drive. */
export const LICENCE_STATUSES = [
  'valid',
  'disqualified',
  'revoked',
  'surrendered',
  'expired',
  'exchanged',
  'refused',
] as const;
export type LicenceStatus = (typeof LICENCE_STATUSES)[number];

/** Where a document comes from. */
export const DOCUMENT_SOURCES = ['person', 'dvla'] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** What managers are notified of after a check of a licence. */
export const LICENCE_CHANGES = [
  'points',
  'disqualified',
  'not_valid',
  'category_lost',
  'expired',
] as const;
export type LicenceChange = (typeof LICENCE_CHANGES)[number];

/** Why a licence cannot be checked now. */
export const LICENCE_CHECK_OBSTACLES = [
  'not_configured',
  'archived',
  'no_number',
  'no_mandate',
  'mandate_without_proof',
  'mandate_expired',
] as const;
export type LicenceCheckObstacle = (typeof LICENCE_CHECK_OBSTACLES)[number];

/** Why a licence was asked for. */
export const LICENCE_CHECK_CAUSES = ['due', 'manual'] as const;
export type LicenceCheckCause = (typeof LICENCE_CHECK_CAUSES)[number];

/** A driving licence number of Great Britain as the DVLA takes it: 16 capitals and digits. */
export const plainLicenceNumber = (number: string): string | null => {
  const plain = number.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{16}$/.test(plain) ? plain : null;
};

/** Items that a person may record as not needed, with a reason. */
export const EXEMPTIBLE_ITEMS = [
  'entitlement_check',
  'cpc_card',
  'cpc_training',
  'tachograph_card',
  'medical',
  'right_to_work',
] as const;

/**
 * What a driver's file must have. Courses count together as `cpc_training`. An engagement is that of a driver
 * whose work ends on a day, as that of an agency driver; it is no document.
 */
export const DRIVER_FILE_ITEMS = [
  'licence',
  ...EXEMPTIBLE_ITEMS,
  'training',
  'engagement',
] as const;
export type DriverFileItemKind = (typeof DRIVER_FILE_ITEMS)[number];
export type ExemptibleItem = (typeof EXEMPTIBLE_ITEMS)[number];

export const DRIVER_FILE_STATES = [
  'expired',
  'missing',
  'expires_soon',
  'valid',
  'not_needed',
] as const;
export type DriverFileState = (typeof DRIVER_FILE_STATES)[number];

/** States for a list: `due` is what needs attention now or soon, `lapsed` what is expired or missing. */
export const DRIVER_FILE_FILTERS = ['due', 'lapsed', ...DRIVER_FILE_STATES] as const;
export type DriverFileFilter = (typeof DRIVER_FILE_FILTERS)[number];

/** Categories of vehicles about which the file says whether a person may drive them. */
export const DRIVING_CLASSES = ['B', 'C1', 'C', 'C1E', 'CE', 'D1', 'D'] as const;
export type DrivingClass = (typeof DRIVING_CLASSES)[number];

/** Why a person may not drive a class, or what to look at although they may. */
export const DRIVING_REASONS = [
  'category_missing',
  'category_expired',
  'licence_missing',
  'licence_expired',
  'licence_not_valid',
  'disqualified',
  'cpc_missing',
  'cpc_expired',
  'medical_missing',
  'medical_expired',
  'card_missing',
  'card_expired',
  'right_to_work_missing',
  'right_to_work_expired',
  'cpc_exempt',
  'card_exempt',
  'right_to_work_exempt',
  'check_missing',
  'check_expired',
  'restricted',
  'engagement_ended',
] as const;
export type DrivingReason = (typeof DRIVING_REASONS)[number];

/** A class of vehicles on a licence. Days are YYYY-MM-DD. */
export interface LicenceCategory {
  /** B, C1, CE … */
  readonly category: string;
  readonly expires_on: string | null;
  /** Codes of restrictions, such as 01 or 78. */
  readonly codes: readonly string[];
}

/** Penalty points on a licence. */
export interface PenaltyPoints {
  /** Day of the offence, YYYY-MM-DD. */
  readonly on: string;
  readonly points: number;
  /** Code of the endorsement, such as SP30. */
  readonly code: string;
}

/** Settings of a customer; defaults by fleet practice (a licence check every 1 to 6 months by risk). */
export interface DriversFileSettings {
  /** Days before a date from which something expires soon. */
  readonly warning_days: number;
  /** Months between entitlement checks. */
  readonly check_months: number;
  /** Points from which the shorter interval applies. */
  readonly points_from: number;
  /** Months between entitlement checks of drivers with that many points. */
  readonly check_months_with_points: number;
}

export const DEFAULT_DRIVERS_FILE_SETTINGS: DriversFileSettings = {
  warning_days: 30,
  check_months: 3,
  points_from: 6,
  check_months_with_points: 1,
};

/** Hours of periodic training of the driver CPC in five years (Directive (EU) 2022/2561, article 7). */
export const CPC_HOURS = 35;
/** Shorter courses do not count toward them. */
export const CPC_COURSE_HOURS = 7;
