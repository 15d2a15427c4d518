/** A status that a person may give a new document (requirement V-22). */
export interface StatusOption {
  readonly id: number;
  readonly name: string;
  /** The activity then neither fulfils a schedule nor makes the next one (OP-007). */
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
/** What a manual safety inspection shows (requirement H-15); it makes the next schedule. */
const INSPECTION_COMPLETED: StatusOption = {
  id: 1,
  name: 'Completed',
  do_not_create_schedule_activities: false,
};

/** What of an activity type decides its statuses. */
export interface StatusesOfType {
  readonly reference: string;
  readonly use_activity_statuses_on_ui: boolean;
  readonly statuses: readonly StatusOption[];
}

/**
 * The statuses offered for a new document of a type (requirements H-26 to H-30, H-P03): Completed
 * alone for safety inspections and PMI forms; else the type's own, where it uses them; else Pass and
 * Fail; for an MOT always PRS as well. An administrator's own option of the same name counts.
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

/** Whether the one status of a type is given, and cannot be chosen (requirements H-15, H-16). */
export function isStatusFixed(reference: string): boolean {
  return reference === 'SAFETY_INSPECTION' || reference === 'PMI_FORM';
}
