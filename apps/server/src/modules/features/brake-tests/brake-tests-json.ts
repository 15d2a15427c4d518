import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Files } from '../../../platform/files/index.ts';
import type { BrakeTestRow, PlanRow } from './brake-tests.repository.ts';

export type BrakeTest = AnswerOf<typeof contract.brakeTests.create>;
type Plan = AnswerOf<typeof contract.brakeTests.vehicle>['plan'];

/** A brake test as returned by the API. */
export function toBrakeTest(row: BrakeTestRow, files: Files): BrakeTest {
  const { assessed, figures } = row;
  return {
    id: row.id,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    inspection:
      row.inspection_record_id === null
        ? null
        : { id: row.inspection_record_id, reference_number: row.reference_number ?? '' },
    tested_at: toApiDateTime(row.tested_at.getTime()),
    tester: row.tester,
    is_competent: row.is_competent,
    place: row.place,
    category: row.category,
    is_annual_test: row.is_annual_test,
    figures: { ...figures, axles: [...figures.axles] },
    result: row.result,
    reasons: [...assessed.reasons],
    service: assessed.service,
    secondary: assessed.secondary,
    parking: assessed.parking,
    imbalances: [...assessed.imbalances],
    counts_as_laden: row.counts_as_laden,
    print_out: row.print_out_file_id === null ? null : files.signedAddress(row.print_out_file_id),
    void_reason: row.void_reason,
    version: row.version,
  };
}

/** The plan of a vehicle; without one, the rule for all applies. */
export function toPlan(row: PlanRow | undefined): Plan {
  return (
    row ?? {
      category: null,
      regime: 'roller',
      assessment: '',
      assessed_by: '',
      review_on: null,
      licence_weeks: null,
      use: null,
      version: 0,
    }
  );
}
