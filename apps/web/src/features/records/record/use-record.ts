import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQueryClient } from '@tanstack/react-query';

export type Defect = AnswerOf<typeof contract.defects.read>;
export type Inspection = AnswerOf<typeof contract.inspections.read>;
export type DriverCheck = AnswerOf<typeof contract.walkaroundRecords.read>;

/** Query key of records. */
export const RECORDS_KEY = 'records';

/**
 * Lists derived from records: of the vehicle file, its schedules, both record lists and the VOR
 * dashboard.
 */
const FOLLOWERS = [
  RECORDS_KEY,
  'vehicle-activities',
  'schedules',
  'defect-list',
  'inspection-list',
  'vor',
] as const;

/** A step invalidates everything derived from a record: lists, audit trails, the planner. */
export function useRecordChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(FOLLOWERS.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
