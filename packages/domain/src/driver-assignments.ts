/** A driver receives a vehicle, or returns it. */
export const HANDOVER_KINDS = ['issue', 'return'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

/** What is handed over with a vehicle. */
export const HANDOVER_ITEMS = [
  'keys',
  'fuel_card',
  'documents',
  'first_aid_kit',
  'warning_triangle',
  'high_visibility_vest',
  'fire_extinguisher',
  'charging_cable',
] as const;
export type HandoverItem = (typeof HANDOVER_ITEMS)[number];

/** An item of a hand-over, and whether it was there. */
export interface HandedItem {
  readonly item: HandoverItem;
  readonly is_there: boolean;
}

/** Which assignments a list shows: of now, ended ones, or with a hand-over that the driver has not signed. */
export const ASSIGNMENT_FILTERS = ['current', 'ended', 'unsigned'] as const;
export type AssignmentFilter = (typeof ASSIGNMENT_FILTERS)[number];
