import type { BodyOf, contract } from '@roadworthy/contract';
import {
  type AssetKind,
  assessBrakes,
  type BrakeTestFigures,
  brakeCategoryOf,
  type VehicleType,
} from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { insertBrakeTest, planOf } from './brake-tests.repository.ts';
import { settingsOf } from './settings/brake-tests-settings.repository.ts';

/** What a person enters of a brake test, with the flag of the annual test. */
export type EnteredFigures = Omit<
  BodyOf<typeof contract.brakeTests.create>,
  'tested_at' | 'tester' | 'place'
>;

/** When, where and by whom a vehicle was tested. */
export interface TestedVehicle {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly type: VehicleType;
  /** Null for the kind of the type. */
  readonly kind: AssetKind | null;
  /** Null for a test on its own. */
  readonly inspectionId: number | null;
  readonly testedAt: Date;
  readonly tester: string;
  readonly place: string;
}

/** Assesses a brake test by the limits of today and stores it. Returns its id. */
export async function recordBrakeTest(
  trx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  tested: TestedVehicle,
  { is_annual_test: isAnnualTest, ...figures }: EnteredFigures,
): Promise<number> {
  const { type, kind, ...of } = tested;
  const plan = await planOf(trx, of.vehicleId);
  const category = brakeCategoryOf(type, kind, plan?.category ?? null);
  const { limits } = await settingsOf(trx, of.customerId);
  const entered: BrakeTestFigures = figures;
  return insertBrakeTest(trx, {
    ...of,
    isAnnualTest,
    category,
    figures: entered,
    assessment: assessBrakes(entered, category, limits),
    createdBy: viewer.userId,
  });
}
