import type { BodyOf, contract } from '@roadworthy/contract';
import {
  type AssetKind,
  assessBrakes,
  type BrakeTestFigures,
  brakeCategoryOf,
  DEFAULT_BRAKE_LIMITS,
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

/**
 * Assesses a brake test by the limits of today and stores it. Returns its id.
 *
 * @param isDeclaredLaden the companion app says that the vehicle was laden, without the load in per cent
 */
export async function recordBrakeTest(
  trx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  tested: TestedVehicle,
  { is_annual_test: isAnnualTest, ...entered }: EnteredFigures,
  isDeclaredLaden = false,
): Promise<number> {
  const { type, kind, ...of } = tested;
  const plan = await planOf(trx, of.vehicleId);
  const category = brakeCategoryOf(type, kind, plan?.category ?? null);
  const { limits } = await settingsOf(trx, of.customerId);
  const figures: BrakeTestFigures = entered;
  const assessed = isDeclaredLaden ? { ...figures, load: limits.load } : figures;
  return insertBrakeTest(trx, {
    ...of,
    isAnnualTest,
    category,
    figures,
    assessment: assessBrakes(assessed, category, limits),
    createdBy: viewer.userId,
  });
}

/** The brake fields of an inspection that the call of the companion app has. */
export interface InspectionBrakes {
  readonly method: 'roller' | 'decelerometer';
  readonly isLaden: boolean | null;
  /** Per cent. */
  readonly service: number | null;
  readonly secondary: number | null;
  readonly parking: number | null;
}

/** The brake fields of a brake test; null if nothing was measured on rollers or by a decelerometer. */
export function inspectionBrakesOf({
  is_annual_test: _,
  ...figures
}: EnteredFigures): InspectionBrakes | null {
  const { method } = figures;
  if (method === 'ebpms' || method === 'risk_assessment') return null;
  // Efficiencies depend on forces and weight only, not on the category and its limits.
  const { parking, secondary, service } = assessBrakes(figures, 'goods', DEFAULT_BRAKE_LIMITS);
  const isRoller = method !== 'decelerometer';
  return {
    method: isRoller ? 'roller' : 'decelerometer',
    isLaden: isRoller ? method === 'laden_roller' : null,
    service: service.efficiency,
    secondary: secondary.efficiency,
    parking: parking.efficiency,
  };
}

/** The brake test that the brake fields of an inspection describe. */
export const figuresOfBrakes = (brakes: InspectionBrakes): EnteredFigures => ({
  method:
    brakes.method === 'decelerometer'
      ? 'decelerometer'
      : brakes.isLaden === true
        ? 'laden_roller'
        : 'unladen_roller',
  is_annual_test: false,
  load: null,
  weight: null,
  axles: [],
  service: brakes.service,
  secondary: brakes.secondary,
  parking: brakes.parking,
  assessment: '',
  assessed_by: '',
  is_reviewed: false,
});
