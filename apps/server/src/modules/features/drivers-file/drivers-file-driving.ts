import type { DriversFileSettings, DrivingClass } from '@roadworthy/domain';
import {
  type DriverFacts,
  drivingStatements,
  fileItems,
} from '../../../engines/drivers-file/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { documentsOf } from './documents/drivers-file-documents.repository.ts';
import { filesOf } from './drivers-file.repository.ts';
import { driversFileSettings } from './settings/drivers-file-settings.repository.ts';

/** The files of some drivers of a customer, to say who may drive what. */
export interface DriversFiles {
  readonly facts: ReadonlyMap<number, DriverFacts>;
  readonly settings: DriversFileSettings;
}

/** Reads the files of drivers of one customer, each with its documents. */
export async function driversFiles(
  trx: Transaction,
  customerId: number,
  driverIds: readonly number[],
): Promise<DriversFiles> {
  const documents = await documentsOf(trx, driverIds);
  const files = await filesOf(trx, driverIds);
  const facts = new Map(
    files.map(({ born_on, driver_id: id, engaged_until, exempt }) => [
      id,
      {
        born_on,
        engaged_until,
        exempt,
        documents: documents.filter(({ driver_id }) => driver_id === id),
      },
    ]),
  );
  return { facts, settings: await driversFileSettings(trx, customerId) };
}

/**
 * Whether a driver may drive a class on a day, and why not; null without a file.
 *
 * @param day YYYY-MM-DD
 */
export function mayDrive(
  { facts, settings }: DriversFiles,
  driverId: number,
  drivingClass: DrivingClass,
  day: string,
) {
  const own = facts.get(driverId);
  if (own === undefined) return null;
  const items = fileItems({ ...own, exempt: [] }, settings, day);
  return drivingStatements(own, items, day).find((one) => one.class === drivingClass) ?? null;
}
