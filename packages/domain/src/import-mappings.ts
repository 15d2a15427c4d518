/** How days are written in a file; `auto` takes those of the person and ISO 8601. */
export const IMPORT_DATE_FORMATS = [
  'auto',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'YYYYMMDD',
  'DDMMYYYY',
] as const;
export type ImportDateFormat = (typeof IMPORT_DATE_FORMATS)[number];

export const IMPORT_DECIMALS = ['auto', 'point', 'comma'] as const;
export type ImportDecimal = (typeof IMPORT_DECIMALS)[number];

/** What separates the columns of a CSV file. */
export const IMPORT_DELIMITERS = ['auto', 'comma', 'semicolon', 'tab', 'bar'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];

/** In litres, each unit in which a file can have volumes. Gallons of the United Kingdom and of the United States. */
export const IMPORT_VOLUMES_L = { litre: 1, uk_gallon: 4.54609, us_gallon: 3.785411784 } as const;
export type ImportVolume = keyof typeof IMPORT_VOLUMES_L;
export const IMPORT_VOLUMES = ['litre', 'uk_gallon', 'us_gallon'] as const;

/** What the cells of a column are, as far as the way of writing them matters. */
export const IMPORT_CELL_TYPES = ['text', 'day', 'time', 'amount', 'volume'] as const;
export type ImportCellType = (typeof IMPORT_CELL_TYPES)[number];

/** The longest name of saved columns, and how many a customer keeps of each list. */
export const IMPORT_MAPPING_NAME_MAX = 80;
export const IMPORT_MAPPINGS_MAX = 100;
