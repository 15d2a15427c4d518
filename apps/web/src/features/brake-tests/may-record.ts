import { mayTakeStep } from '@roadworthy/domain';
import { may, rightsOf } from '../../session/rights.ts';
import type { CurrentUser } from '../../session/storage.ts';

const WRITE = {
  kind: 'module',
  anyOf: ['SafetyInspection', 'Vehicle File'],
  write: true,
} as const;

/** Whether a person may record inspections and brake tests: drivers may not. */
export const mayRecord = (current: CurrentUser): boolean =>
  may(current, WRITE) && mayTakeStep(rightsOf(current), 'repair');
