/** Columns of an upload file of vehicles, in the sequence of the template (requirement Q-P01, OP-102). */
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
  'asset_kind',
  'identifiers',
  'gross_weight_kg',
  'train_weight_kg',
  'is_international_haulage',
] as const;

export type UploadField = (typeof UPLOAD_FIELDS)[number];

/** Maximum rows of a file of vehicles or of codes; larger fleets upload several files. */
export const UPLOAD_MAX_ROWS = 20_000;
