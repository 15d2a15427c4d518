import type { VehicleType } from '../vehicles.ts';

/** What the figures of a safety inspection are held against; null where nothing is asked. */
export interface FigureLimits {
  /** Efficiencies in per cent. */
  readonly brake_service_pct: number | null;
  readonly brake_secondary_pct: number | null;
  readonly brake_parking_pct: number | null;
  readonly tread_mm: number | null;
}

/** The limits of an installation or of a customer, as they are kept. */
export interface KeptLimits {
  readonly brake_service_pct: number;
  readonly brake_secondary_pct: number;
  readonly brake_parking_pct: number;
  readonly tread_heavy_mm: number;
  readonly tread_light_mm: number;
}

/**
 * The limits that count for a vehicle: the brakes' are those of goods vehicles, and the tread's depends
 * on the weight, over or up to 3,500 kg (facts of the trade, safety inspection).
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

/** How a figure stands to what is asked at least; null where it was not measured, or nothing is asked. */
export function meetsLimit(figure: number | null, least: number | null): boolean | null {
  return figure === null || least === null ? null : figure >= least;
}
