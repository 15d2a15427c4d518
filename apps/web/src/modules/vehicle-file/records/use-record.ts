import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ACTIVITIES_KEY } from '../activity/use-activities.ts';
import { SCHEDULES_KEY } from '../schedules-key.ts';

export type Defect = AnswerOf<typeof contract.defects.read>;
export type Inspection = AnswerOf<typeof contract.inspections.read>;
export type DriverCheck = AnswerOf<typeof contract.driverChecks.read>;

/** What records are kept under. */
export const RECORDS_KEY = 'records';

/** After a step everything that follows from a record is read anew: lists, trails, the planner. */
export function useRecordChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [RECORDS_KEY, ACTIVITIES_KEY, SCHEDULES_KEY].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}
