/** The official services about vehicles: the vehicle enquiry of the DVLA, the MOT history of the DVSA. */
export const VEHICLE_SOURCES = ['dvla', 'dvsa'] as const;
export type VehicleSource = (typeof VEHICLE_SOURCES)[number];

/** Outcomes of the last request about a vehicle. */
export const OFFICIAL_STATES = ['found', 'not_found', 'failed'] as const;
export type OfficialState = (typeof OFFICIAL_STATES)[number];

/** Why an official service gave no answer. */
export const OFFICIAL_FAILURES = [
  'refused',
  'key_refused',
  'rate_limited',
  'unavailable',
  'no_answer',
  'malformed',
] as const;
export type OfficialFailure = (typeof OFFICIAL_FAILURES)[number];

/** The tax status of a vehicle, as the DVLA names it. */
export const TAX_STATUSES = ['taxed', 'untaxed', 'sorn', 'not_taxed_for_road_use'] as const;
export type TaxStatus = (typeof TAX_STATUSES)[number];

/** The MOT status of a vehicle, as the DVLA names it. */
export const MOT_STATUSES = ['valid', 'not_valid', 'no_details', 'no_results'] as const;
export type MotStatus = (typeof MOT_STATUSES)[number];

export const MOT_RESULTS = ['passed', 'failed'] as const;
export type MotResult = (typeof MOT_RESULTS)[number];

/** Whether the tester could read the odometer. */
export const MOT_ODOMETERS = ['read', 'unreadable', 'no_odometer'] as const;
export type MotOdometer = (typeof MOT_ODOMETERS)[number];

/** A defect or advisory of an MOT test; the text and the type are those of the DVSA. */
export interface MotDefect {
  readonly text: string;
  /** For example ADVISORY, MINOR, MAJOR, DANGEROUS, FAIL, PRS or USER ENTERED. */
  readonly type: string;
  readonly dangerous: boolean;
}

/** What a vehicle of the list has; several can apply. */
export const OFFICIAL_FLAGS = [
  'untaxed',
  'sorn',
  'mot_overdue',
  'mot_failed',
  'difference',
  'not_found',
  'failed',
] as const;
export type OfficialFlag = (typeof OFFICIAL_FLAGS)[number];

/** Dates that official data say. */
export const OFFICIAL_DATES = ['tax', 'mot'] as const;
export type OfficialDate = (typeof OFFICIAL_DATES)[number];

/** Why a vehicle was looked up. */
export const OFFICIAL_CAUSES = ['nightly', 'registration', 'manual'] as const;
export type OfficialCause = (typeof OFFICIAL_CAUSES)[number];

/** A registration as the services accept it: capitals and digits. */
export const plainRegistration = (registration: string): string =>
  registration.toUpperCase().replace(/[^A-Z0-9]/g, '');
