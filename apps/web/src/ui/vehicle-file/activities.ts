import type { AnswerOf, contract } from '@roadworthy/contract';

/** A row of the vehicle file's list. */
export type Activity = AnswerOf<typeof contract.vehicleFile.list>['results'][number];

/** The first part of the query key of each list of activities. */
export const ACTIVITIES_KEY = 'vehicle-activities';
