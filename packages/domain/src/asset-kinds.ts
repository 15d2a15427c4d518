import { VEHICLE_TYPES, type VehicleType } from './vehicles.ts';

/**
 * Kinds of assets (decision 44). They refine the four vehicle types of the specification, which stay as
 * they are: companion apps, icons, templates and schedules continue to use the type.
 */
export const ASSET_KINDS = [
  'car',
  'van',
  'motorcycle',
  'rigid',
  'tractor',
  'bus',
  'drawbar_trailer',
  'semi_trailer',
  'tail_lift',
  'plant',
] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** The kind of a vehicle for which none was chosen. */
const DEFAULTS: Readonly<Record<VehicleType, AssetKind>> = {
  CAR: 'car',
  VAN: 'van',
  STR: 'rigid',
  BIK: 'motorcycle',
};

/** The types that each kind can have. A light trailer has type VAN, one over 3,500 kg type STR. */
const TYPES: Readonly<Record<AssetKind, readonly VehicleType[]>> = {
  car: ['CAR'],
  van: ['VAN'],
  motorcycle: ['BIK'],
  rigid: ['STR'],
  tractor: ['STR'],
  bus: ['VAN', 'STR'],
  drawbar_trailer: ['VAN', 'STR'],
  semi_trailer: ['VAN', 'STR'],
  tail_lift: ['VAN', 'STR'],
  plant: ['VAN', 'STR'],
};

/** The kinds that are coupled to a vehicle. */
export const TRAILER_KINDS = ['drawbar_trailer', 'semi_trailer'] as const;

/** The kinds without an engine and a driver of their own: they need no tracker and no tachograph. */
export const UNPOWERED_KINDS = [...TRAILER_KINDS, 'tail_lift', 'plant'] as const;

/** The kind of a vehicle of which none is stored. */
export const defaultKind = (type: VehicleType): AssetKind => DEFAULTS[type];

/** The kind of a vehicle: the stored one, else that of its type. */
export const kindOf = (type: VehicleType, kind: AssetKind | null): AssetKind =>
  kind ?? defaultKind(type);

/** The type whose vehicles have this kind unless another is stored; null if it is always stored. */
export const typeOfDefault = (kind: AssetKind): VehicleType | null =>
  VEHICLE_TYPES.find((type) => DEFAULTS[type] === kind) ?? null;

/** Whether a vehicle of this type can be of this kind. */
export const kindFits = (type: VehicleType, kind: AssetKind): boolean => TYPES[kind].includes(type);

/** The types that a kind can have. */
export const typesOfKind = (kind: AssetKind): readonly VehicleType[] => TYPES[kind];

export const isTrailer = (kind: AssetKind): boolean =>
  (TRAILER_KINDS as readonly AssetKind[]).includes(kind);

/** Whether assets of this kind have an engine, so that trips, fuel and a tachograph are expected. */
export const isPowered = (kind: AssetKind): boolean =>
  !(UNPOWERED_KINDS as readonly AssetKind[]).includes(kind);

/** Whether a vehicle of this kind can pull a trailer. */
export const canPull = (kind: AssetKind): boolean => kind !== 'motorcycle' && isPowered(kind);

/** Axles of the longest trailers and mobile cranes. */
export const MAX_AXLES = 12;
/** Kilograms; abnormal loads included. */
export const MAX_PLATED_KG = 200_000;
