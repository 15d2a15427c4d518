import type { VehicleType } from '../vehicles.ts';

/** Thresholds for the figures of a safety inspection; null where there is no minimum. */
export interface FigureLimits {
  /** Efficiencies in per cent. */
  readonly brake_service_pct: number | null;
  readonly brake_secondary_pct: number | null;
  readonly brake_parking_pct: number | null;
  readonly tread_mm: number | null;
}

/** The stored thresholds of an installation or of a customer. */
export interface KeptLimits {
  readonly brake_service_pct: number;
  readonly brake_secondary_pct: number;
  readonly brake_parking_pct: number;
  readonly tread_heavy_mm: number;
  readonly tread_light_mm: number;
}

/**
 * The thresholds that apply to a vehicle: those for brakes are for goods vehicles only; the tread
 * depends on the weight, over or up to 3,500 kg (facts of the trade, safety inspection).
 */
export function limitsFor(type: VehicleType, kept: KeptLimits): FigureLimits {
  const isGoodsVehicle = type === 'STR' || type === 'VAN';
  return {
    brake_service_pct: isGoodsVehicle ? kept.brake_service_pct : null,
    brake_secondary_pct: isGoodsVehicle ? kept.brake_secondary_pct : null,
    brake_parking_pct: isGoodsVehicle ? kept.brake_parking_pct : null,
    tread_mm: type === 'STR' ? kept.tread_heavy_mm : kept.tread_light_mm,
  };
}

/** Compares a figure with its minimum; null where it was not measured, or there is no minimum. */
export function meetsLimit(figure: number | null, least: number | null): boolean | null {
  return figure === null || least === null ? null : figure >= least;
}
