import type { AnswerOf, contract } from '@roadworthy/contract';
import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';

type Calls = typeof contract.officialData;
export type OfficialRow = AnswerOf<Calls['list']>['results'][number];
export type OfficialVehicle = AnswerOf<Calls['vehicle']>;
export type OfficialSource = OfficialVehicle['sources'][number];
export type MotTest = OfficialVehicle['tests'][number];
export type OfficialDifference = OfficialVehicle['differences'][number];

/** Key of the list in the cache. */
export const OFFICIAL_KEY = 'official_data';
/** Permission to check vehicles and to resolve differences, as the calls require. */
export const OFFICIAL_WRITE = VEHICLE_FILE_WRITE;
