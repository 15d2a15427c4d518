/** What a row of a vehicle file may say, in the order of the template (requirement Q-P01, OP-102). */
export const UPLOAD_FIELDS = [
  'registration',
  'vin',
  'vehicle_type',
  'energy',
  'manufacturer',
  'model',
  'region',
  'depot',
  'livery_category',
  'contract_type',
  'lease_company',
  'tracker',
  'first_registered_on',
] as const;

export type UploadField = (typeof UPLOAD_FIELDS)[number];

/** Rows that a file of vehicles or of codes may have; a fleet with more sends several. */
export const UPLOAD_MAX_ROWS = 20_000;
