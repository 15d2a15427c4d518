/** A status that a user can set on a new document (requirement V-22). */
export interface StatusOption {
  readonly id: number;
  readonly name: string;
  /** The activity then neither fulfils a schedule nor creates the next one (OP-007). */
  readonly do_not_create_schedule_activities: boolean;
}

/** Requirement H-26. */
const PASS: StatusOption = { id: 1, name: 'Pass', do_not_create_schedule_activities: false };
/** Requirement H-27. */
const FAIL: StatusOption = { id: 2, name: 'Fail', do_not_create_schedule_activities: true };
/** Requirement H-28, OP-008. */
const PRS: StatusOption = { id: 3, name: 'PRS', do_not_create_schedule_activities: true };
/** Requirement H-29, OP-008. */
const PMI_COMPLETED: StatusOption = {
  id: 1,
  name: 'Completed',
  do_not_create_schedule_activities: true,
};
/** Status of a manual safety inspection (requirement H-15); it creates the next schedule. */
const INSPECTION_COMPLETED: StatusOption = {
  id: 1,
  name: 'Completed',
  do_not_create_schedule_activities: false,
};

/** The parts of an activity type that decide its statuses. */
export interface StatusesOfType {
  readonly reference: string;
  readonly use_activity_statuses_on_ui: boolean;
  readonly statuses: readonly StatusOption[];
}

/**
 * The statuses offered for a new document of a type (requirements H-26 to H-30, H-P03): only
 * Completed for safety inspections and PMI forms; otherwise the custom statuses of the type, if it
 * uses them; otherwise Pass and Fail. An MOT always has PRS too. A custom option overrides a built-in
 * one of the same name.
 */
export function offeredStatuses(type: StatusesOfType): readonly StatusOption[] {
  const own = (name: string) => type.statuses.find((option) => option.name === name);
  if (type.reference === 'SAFETY_INSPECTION') return [own('Completed') ?? INSPECTION_COMPLETED];
  if (type.reference === 'PMI_FORM') return [own('Completed') ?? PMI_COMPLETED];
  const usesOwn = type.use_activity_statuses_on_ui && type.statuses.length > 0;
  const offered = usesOwn ? type.statuses : [PASS, FAIL];
  if (type.reference !== 'MOT' || offered.some(({ name }) => name === PRS.name)) return offered;
  return [...offered, PRS];
}

/** Whether the type has one fixed status that cannot be changed (requirements H-15, H-16). */
export function isStatusFixed(reference: string): boolean {
  return reference === 'SAFETY_INSPECTION' || reference === 'PMI_FORM';
}
