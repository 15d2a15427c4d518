import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQueryClient } from '@tanstack/react-query';

export type Defect = AnswerOf<typeof contract.defects.read>;
export type Inspection = AnswerOf<typeof contract.inspections.read>;
export type DriverCheck = AnswerOf<typeof contract.walkaroundRecords.read>;

/** What records are kept under. */
export const RECORDS_KEY = 'records';

/** Lists that follow from records: of the vehicle file, its schedules, both lists and the VOR dashboard. */
const FOLLOWERS = [
  RECORDS_KEY,
  'vehicle-activities',
  'schedules',
  'defect-list',
  'inspection-list',
  'vor',
] as const;

/** After a step everything that follows from a record is read anew: lists, trails, the planner. */
export function useRecordChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(FOLLOWERS.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
