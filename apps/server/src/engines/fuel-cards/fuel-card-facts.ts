import type { Coordinates } from '@roadworthy/domain/geography';

/** A product of a fuel card; null for one that is not recognised. */
export type FuelProduct = 'diesel' | 'petrol' | 'gas' | 'electric' | 'adblue' | null;

/** Fuel that was bought. Without a time of day, the start and end of its day. Times in ms since 1970 UTC. */
export interface Fill {
  readonly startMs: number;
  readonly endMs: number;
  readonly litres: number | null;
  readonly energyKwh: number | null;
  readonly product: FuelProduct;
}

/** Where it was bought; a circle around the site. */
export interface Site extends Coordinates {
  readonly radiusM: number;
}

/** A record of the tracker; without a place in private use. */
export interface TrackPoint {
  readonly timeMs: number;
  readonly place: Coordinates | null;
  readonly isPrivate: boolean;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
}

/** A level of the tank in litres. */
export interface TankLevel {
  readonly timeMs: number;
  readonly litres: number;
}

export interface Span {
  readonly startMs: number;
  /** Null while it lasts. */
  readonly endMs: number | null;
}

/** What is known about a fill and its vehicle. */
export interface FuelCardFacts {
  readonly fill: Fill;
  /** Null if the file has no place, or none that is known. */
  readonly site: Site | null;
  /** Whether the file names a place. */
  readonly hasPlaceName: boolean;
  /** Other fills of the tank within {@link AROUND_MS}. */
  readonly others: readonly Fill[];
  /** The fill of the tank before it, and the distance driven since; null if not known. */
  readonly previous: Fill | null;
  readonly drivenSinceM: number | null;
  /** `fuel_name` of the vehicle as {@link FuelProduct}; null for hybrids and others. */
  readonly fuel: FuelProduct;
  readonly isHybrid: boolean;
  /** The capacity of the tanks, else the most that vehicles of the type carry. */
  readonly tankL: number;
  readonly isTankKnown: boolean;
  /** Litres per metre; the most that vehicles of the type use if it is not known. */
  readonly useLPerM: number;
  /** Records around the fill, by time; from one before to one after it if there are such. */
  readonly track: readonly TrackPoint[];
  readonly levels: readonly TankLevel[];
  /** Fillings that the engine of tank levels has found around the fill, in litres. */
  readonly refuels: readonly { readonly atMs: number; readonly litres: number }[];
  readonly offRoad: readonly Span[];
  /** When the vehicle was archived; null for one in use. */
  readonly archivedMs: number | null;
}

export const MINUTE_MS = 60_000;
/** Clocks of terminals differ, and some write the end of the day's batch: half an hour either way. */
export const AROUND_MS = 30 * MINUTE_MS;
/** Radius of a site without an area: coordinates of cards are often those of the postcode. */
export const SITE_RADIUS_M = 1_000;
/** Straight-line speed that no road vehicle exceeds between two records. */
export const MOST_MS = 36;
/** A parked tracker reports at least this often. */
export const PARKED_GAP_MS = 70 * MINUTE_MS;
/** The same place, in metres, and the distance an odometer may change while parked. */
export const PARKED_M = 200;
/** Pumps, temperature and the filler neck. */
export const CAPACITY_SHARE = 1.05;
export const CAPACITY_L = 3;
/** Of a comparison with the level: share of the fill, share of the tank, and litres; the largest counts. */
export const LEVEL_SHARE = 0.1;
export const LEVEL_TANK_SHARE = 0.05;
export const LEVEL_L = 10;
/** Sensors do not see the last part of a full tank. */
export const FULL_SHARE = 0.93;
export const FULL_TOLERANCE_SHARE = 0.1;
/** Of the use between two fills. */
export const USE_TIMES = 1.5;
/** Readings on each side that make a level. */
export const LEAST_LEVELS = 3;

/** The most that vehicles of a type carry in litres, and use in litres per 100 km. */
export const MOST_BY_TYPE: Readonly<Record<string, { tankL: number; useL: number }>> = {
  CAR: { tankL: 110, useL: 20 },
  VAN: { tankL: 160, useL: 25 },
  STR: { tankL: 1_500, useL: 70 },
  BIK: { tankL: 35, useL: 12 },
};

const WORDS: readonly (readonly [RegExp, FuelProduct])[] = [
  [/ad ?blue|def\b|ureia/i, 'adblue'],
  [/diesel|derv|gas ?oil|gas[oó]leo|hvo|b7\b|b100/i, 'diesel'],
  [/petrol|unleaded|gasolina|super ?95|super ?98|e5\b|e10\b|benzin/i, 'petrol'],
  [/lpg|cng|lng|gpl|gnl|gnc|autogas/i, 'gas'],
  [/electric|el[eé]tric|kwh|charg|carregamento/i, 'electric'],
];

/** The product that a text of a card or the fuel of a vehicle means; null if it is not recognised. */
export const productOf = (text: string): FuelProduct =>
  WORDS.find(([words]) => words.test(text))?.[1] ?? null;
