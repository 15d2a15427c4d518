import { offeredStatuses, type StatusesOfType } from './status-options.ts';
import { activityStatus } from './statuses.ts';

/**
 * Whether a status is a failure that opens an investigation (I-P04): an offered status that stops the
 * schedule, such as Fail and PRS of an MOT, or a defect that takes the vehicle off the road. PMI forms
 * have only one status and never fail by it.
 *
 * @param status as stored
 */
export function isFailingStatus(type: StatusesOfType, status: string): boolean {
  if (type.reference === 'DEFECT') return activityStatus(type.reference, status).isVor;
  if (type.reference === 'PMI_FORM') return false;
  const option = offeredStatuses(type).find(({ name }) => name === status);
  return option?.do_not_create_schedule_activities === true;
}
