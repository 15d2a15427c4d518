/** Zones of the drawing of a vehicle that a damage can be in, from its front to its rear. */
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

/** How bad a damage is: one to live with, or one to put right. */
export const DAMAGE_SEVERITIES = ['minor', 'major'] as const;
export type DamageSeverity = (typeof DAMAGE_SEVERITIES)[number];
