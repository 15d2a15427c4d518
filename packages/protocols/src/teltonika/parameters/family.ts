import { ASSET, MOTORCYCLE, SCOOTER } from './asset.ts';
import { EVERYWHERE, GENERAL_DEVICE, GENERAL_SENSORS, SHARED } from './device.ts';
import { bytesOf, type Parameter, parameterOf } from './parameter.ts';
import { PROFESSIONAL } from './professional.ts';
import { PROFESSIONAL_DRIVER } from './professional-driver.ts';
import { PROFESSIONAL_VEHICLE } from './professional-vehicle.ts';
import type { Row } from './row.ts';
import { GENERAL_VEHICLE } from './vehicle.ts';
import { FMC650_FLAGS, GENERAL_FLAGS } from './vehicle-flags.ts';

/** An id and a number of bytes in one number. */
const WIDTHS = 16;

/** The parameters of the models that share their meaning. */
export class Family {
  readonly #fixed = new Map<number, Parameter>();
  readonly #variable = new Map<number, Parameter>();

  /** @param tables rows by precedence: of rows with the same id and bytes, the first counts */
  constructor(
    readonly name: string,
    ...tables: readonly (readonly Row[])[]
  ) {
    for (const row of tables.flat()) {
      const bytes = bytesOf(row[2]);
      const [index, key] =
        bytes === 0 ? [this.#variable, row[0]] : [this.#fixed, row[0] * WIDTHS + bytes];
      if (!index.has(key)) index.set(key, parameterOf(row));
    }
  }

  /** The parameter with an id and a fixed number of bytes. */
  fixed(id: number, bytes: number): Parameter | undefined {
    return bytes < WIDTHS ? this.#fixed.get(id * WIDTHS + bytes) : undefined;
  }

  /** The parameter with an id in the group of values that have a length of their own. */
  variable(id: number): Parameter | undefined {
    return this.#variable.get(id);
  }

  /** Each parameter with its id and bytes; 0 bytes for a length of its own. */
  *entries(): Generator<readonly [id: number, bytes: number, parameter: Parameter]> {
    for (const [key, parameter] of this.#fixed)
      yield [Math.floor(key / WIDTHS), key % WIDTHS, parameter];
    for (const [id, parameter] of this.#variable) yield [id, 0, parameter];
  }
}

const GENERAL_TABLES = [
  GENERAL_DEVICE,
  GENERAL_SENSORS,
  GENERAL_VEHICLE,
  GENERAL_FLAGS,
  SHARED,
  EVERYWHERE,
] as const;
const PROFESSIONAL_TABLES = [
  PROFESSIONAL,
  PROFESSIONAL_VEHICLE,
  PROFESSIONAL_DRIVER,
  FMC650_FLAGS,
  EVERYWHERE,
] as const;
const ASSET_TABLES = [ASSET, SHARED, EVERYWHERE] as const;

/** FMB, FMC, FMM, FMT, FMP, FMU, MTB, MSP, FM30. */
export const GENERAL = new Family('general', ...GENERAL_TABLES);
/** FMB6, FMC6, FMM6, FMU6, FM36, FM4, FM5, FM63, FM64. */
export const PROFESSIONALS = new Family('professional', ...PROFESSIONAL_TABLES);
/** TAT, TMT, GH5. */
export const ASSETS = new Family('asset', ...ASSET_TABLES);
/** TST100. */
export const SCOOTERS = new Family('scooter', SCOOTER, ...ASSET_TABLES);
/** TFT100. */
export const MOTORCYCLES = new Family('motorcycle', MOTORCYCLE, ...ASSET_TABLES);
/** No or another model: the general numbers, then those that only professional devices define. */
export const UNKNOWN = new Family('unknown', ...GENERAL_TABLES, ...PROFESSIONAL_TABLES);
/** As `UNKNOWN` for codec 16, whose numbers above 255 are those of professional devices. */
export const UNKNOWN_16 = new Family(
  'unknown',
  ...GENERAL_TABLES.map((rows) => rows.filter(([id]) => id <= 255)),
  ...PROFESSIONAL_TABLES,
);

/** Families by the start of the model's name; the longest start comes first. */
const STARTS: readonly (readonly [starts: readonly string[], family: Family])[] = [
  [['FMB6', 'FMC6', 'FMM6', 'FMU6', 'FM36', 'FM4', 'FM5', 'FM6'], PROFESSIONALS],
  [['FMB', 'FMC', 'FMM', 'FMT', 'FMP', 'FMU', 'FM30', 'MTB', 'MSP'], GENERAL],
  [['TAT', 'TMT', 'GH5'], ASSETS],
  [['TST'], SCOOTERS],
  [['TFT'], MOTORCYCLES],
];

const MAKER = 'TELTONIKA';

function familyOf(model: string): Family {
  const upper = model.toUpperCase().replace(MAKER, '').trim();
  return STARTS.find(([starts]) => starts.some((start) => upper.startsWith(start)))?.[1] ?? UNKNOWN;
}

/** Families of the models met so far: looked up for each packet. */
const known = new Map<string, Family>();
const KNOWN_MODELS = 1000;

/** The family of a registered model; null or another name: the general one and its additions. */
export function familyOfModel(model: string | null): Family {
  if (model === null) return UNKNOWN;
  const found = known.get(model);
  if (found !== undefined) return found;
  const family = familyOf(model);
  if (known.size < KNOWN_MODELS) known.set(model, family);
  return family;
}
