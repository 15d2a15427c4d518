import { offeredStatuses, type StatusesOfType } from './status-options.ts';
import { activityStatus } from './statuses.ts';

/**
 * Whether a status says that something was not passed, so that an investigation is opened (I-P04): a
 * status that was offered and stops the schedule, such as Fail and PRS of an MOT; a defect that takes
 * the vehicle off the road. A PMI form is not judged by its one status.
 *
 * @param status as it is stored
 */
export function isFailingStatus(type: StatusesOfType, status: string): boolean {
  if (type.reference === 'DEFECT') return activityStatus(type.reference, status).isVor;
  if (type.reference === 'PMI_FORM') return false;
  const option = offeredStatuses(type).find(({ name }) => name === status);
  return option?.do_not_create_schedule_activities === true;
}
