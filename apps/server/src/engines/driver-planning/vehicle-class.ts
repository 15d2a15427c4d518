import {
  type AssetKind,
  type DrivingClass,
  isTrailer,
  kindOf,
  type VehicleType,
} from '@roadworthy/domain';

/** What decides the class of a vehicle. Weights are permissible maximum masses in kg. */
export interface ClassFacts {
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  readonly grossKg: number | null;
}

const CAR_KG = 3500;
const LIGHT_LORRY_KG = 7500;
/** A trailer up to this mass needs no class of its own (Directive 2006/126/EC, article 4). */
const LIGHT_TRAILER_KG = 750;

const WITH_TRAILER: Partial<Record<DrivingClass, DrivingClass>> = { C1: 'C1E', C: 'CE' };

/**
 * The class of licence that a vehicle needs (Directive 2006/126/EC, article 4; GB: Motor Vehicles (Driving
 * Licences) Regulations 1999, schedule 2). A lorry of unknown mass needs the higher class, a van B.
 *
 * @param trailer what it pulls; null for nothing
 * @returns null for what is not driven, and for motorcycles, whose classes a file does not have
 */
export function classOf(
  { grossKg, kind, type }: ClassFacts,
  trailer: Pick<ClassFacts, 'grossKg'> | null,
): DrivingClass | null {
  const what = kindOf(type, kind);
  if (isTrailer(what) || what === 'tail_lift' || what === 'plant' || what === 'motorcycle') {
    return null;
  }
  const base = soloClass(what, grossKg);
  const isHeavy = trailer !== null && (trailer.grossKg ?? Infinity) > LIGHT_TRAILER_KG;
  return isHeavy ? (WITH_TRAILER[base] ?? base) : base;
}

function soloClass(kind: AssetKind, grossKg: number | null): DrivingClass {
  if (kind === 'bus') return 'D';
  if (kind === 'tractor') return 'C';
  if (kind === 'rigid' && grossKg === null) return 'C';
  const kg = grossKg ?? 0;
  if (kg > LIGHT_LORRY_KG) return 'C';
  return kg > CAR_KG ? 'C1' : 'B';
}
