import { type AssetKind, isTrailer, type VehicleType } from '@roadworthy/domain';

/** What the rules for tyres depend on. */
export interface RuledVehicle {
  readonly type: VehicleType;
  readonly kind: AssetKind;
  /** Maximum gross weight, kg; null if nobody entered it: then the type decides. */
  readonly grossKg: number | null;
}

/** Of the position of a tyre. */
export interface RuledPosition {
  readonly isSteered: boolean;
  /** A single wheel, not one of twin wheels. */
  readonly isSingle: boolean;
  readonly isSpare: boolean;
}

const HEAVY_KG = 3500;
const HEAVY_TREAD_MM = 1;
const LIGHT_TREAD_MM = 1.6;
/** Years after which the regulations ban a tyre from the positions that they name. */
export const BANNED_AFTER_YEARS = 10;

/** Over 3,500 kg; by the type if no weight is known: STR is the type above it. */
const isHeavy = ({ type, grossKg }: RuledVehicle) =>
  grossKg === null ? type === 'STR' : grossKg > HEAVY_KG;

/**
 * The least tread by law, mm. 1.0 mm throughout a band of three quarters of the breadth for goods vehicles and
 * trailers over 3,500 kg, for vehicles with more than eight passenger seats and for motorcycles; 1.6 mm in the
 * central three quarters for cars, light vans and light trailers.
 * Source: Road Vehicles (Construction and Use) Regulations 1986 (SI 1986/1078), regulation 27.
 */
export function legalTreadMm(vehicle: RuledVehicle): number {
  const isExempt = vehicle.kind === 'bus' || vehicle.kind === 'motorcycle';
  return isExempt || isHeavy(vehicle) ? HEAVY_TREAD_MM : LIGHT_TREAD_MM;
}

/**
 * Whether the ten-year rule bans old tyres from a position: front steered axles of goods vehicles over
 * 3,500 kg, buses and coaches, and all single wheels of a minibus. The date code must be legible there.
 * Source: Road Vehicles (Construction and Use) (Amendment) (No. 2) Regulations 2020 (SI 2020/1191), in force
 * since 1 February 2021.
 */
export function isAgeRuled(
  vehicle: RuledVehicle,
  { isSingle, isSpare, isSteered }: RuledPosition,
): boolean {
  const { kind, type } = vehicle;
  if (isSpare || isTrailer(kind)) return false;
  // A bus of the type VAN is a minibus of 9 to 16 passenger seats.
  if (kind === 'bus') return isSteered || (type === 'VAN' && isSingle);
  const isGoods = kind === 'rigid' || kind === 'tractor' || kind === 'van';
  return isGoods && isHeavy(vehicle) && isSteered;
}

/**
 * The first day of a week of manufacture, YYYY-MM-DD; weeks count as in ISO 8601.
 *
 * @param dotWeek the last four digits of the date code, WWYY
 */
export function dayOfDotWeek(dotWeek: string): string {
  const week = Number(dotWeek.slice(0, 2));
  const year = 2000 + Number(dotWeek.slice(2));
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
  return new Date(Date.UTC(year, 0, monday + 7 * (week - 1))).toISOString().slice(0, 10);
}

/** The dates on a tyre; null for what is not marked or not legible. */
export interface TyreDates {
  readonly dotWeek: string | null;
  /** YYYY-MM-DD, of a retread: from then on its age counts. */
  readonly retreadedOn: string | null;
}

/** The day from which the age of a tyre counts; null if no date is legible. */
export const ageFrom = ({ dotWeek, retreadedOn }: TyreDates): string | null =>
  retreadedOn ?? (dotWeek === null ? null : dayOfDotWeek(dotWeek));

/** The day on which a tyre has been in the world for ten years, YYYY-MM-DD. */
export function tenYearsAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + BANNED_AFTER_YEARS);
  return date.toISOString().slice(0, 10);
}
