/** Damage zones in the drawing of a vehicle, from front to rear. */
export const DAMAGE_ZONES = [
  'front',
  'windscreen',
  'front_left',
  'front_right',
  'left',
  'right',
  'roof',
  'interior',
  'load_area',
  'rear_left',
  'rear_right',
  'rear',
  'underside',
] as const;
export type DamageZone = (typeof DAMAGE_ZONES)[number];

/** Severity of a damage: acceptable, or to be repaired. */
export const DAMAGE_SEVERITIES = ['minor', 'major'] as const;
export type DamageSeverity = (typeof DAMAGE_SEVERITIES)[number];
