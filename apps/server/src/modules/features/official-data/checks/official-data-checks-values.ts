import type { Outcome, TestedVehicle } from '../../../../platform/official-services/index.ts';
import type { Answers } from '../official-data-sources.ts';
import type { VehicleValues } from './official-data-checks.repository.ts';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** When the MOT ends by the tests; of a vehicle that was never tested, when the first test is due. */
function motDueOn({ motTestDueDate, tests }: TestedVehicle): string | null {
  const ends = tests.flatMap(({ expiresOn, result }) =>
    result === 'passed' && expiresOn !== null ? [expiresOn] : [],
  );
  return ends.sort().at(-1) ?? motTestDueDate;
}

/** The vehicle enquiry in columns; without an answer, those to clear. */
function enquiredValues(outcome: Answers['dvla']): VehicleValues {
  const found = outcome?.state === 'found' ? outcome.answer : null;
  return {
    tax_status: found?.taxStatus ?? null,
    tax_due_on: found?.taxDueDate ?? null,
    mot_status: found?.motStatus ?? null,
    dvla_mot_due_on: found?.motExpiryDate ?? null,
    year_of_manufacture: found?.yearOfManufacture ?? null,
    co2_g_per_km: found?.co2Emissions ?? null,
    revenue_weight_kg: found?.revenueWeight ?? null,
    euro_status: found?.euroStatus ?? null,
    type_approval: found?.typeApproval ?? null,
    wheelplan: found?.wheelplan ?? null,
    v5c_issued_on: found?.dateOfLastV5CIssued ?? null,
    is_marked_for_export: found?.markedForExport ?? null,
  };
}

/** The MOT history in columns; without an answer, those to clear. */
function testedValues(outcome: Answers['dvsa']): VehicleValues {
  const found = outcome?.state === 'found' ? outcome.answer : null;
  const last = found?.tests[0];
  return {
    dvsa_mot_due_on: found === null ? null : motDueOn(found),
    last_mot_on: last === undefined ? null : dayOf(last.completedMs),
    last_mot_result: last?.result ?? null,
    model: found?.model ?? null,
    first_used_on: found?.firstUsedDate ?? found?.registrationDate ?? null,
    outstanding_recall: found?.hasOutstandingRecall ?? null,
  };
}

/** What both services know; the vehicle enquiry first. */
export function sharedValues({ dvla, dvsa }: Answers) {
  const enquired = dvla?.state === 'found' ? dvla.answer : null;
  const tested = dvsa?.state === 'found' ? dvsa.answer : null;
  return {
    make: enquired?.make ?? tested?.make ?? null,
    colour: enquired?.colour ?? tested?.primaryColour ?? null,
    fuel: enquired?.fuelType ?? tested?.fuelType ?? null,
    engine_cc: enquired?.engineCapacity ?? tested?.engineSize ?? null,
  };
}

const isAnswer = (outcome: Outcome<unknown> | null) =>
  outcome !== null && outcome.state !== 'failed';

/** State, failure and times of a service. A pause by the limits leaves them as they are. */
function stateValues(source: 'dvla' | 'dvsa', outcome: Outcome<unknown>, now: Date): VehicleValues {
  if (outcome.state === 'failed') {
    if (outcome.failure === 'rate_limited') return {};
    return {
      [`${source}_state`]: 'failed',
      [`${source}_failure`]: outcome.failure,
      [`${source}_asked_at`]: now,
    };
  }
  return {
    [`${source}_state`]: outcome.state,
    [`${source}_failure`]: null,
    [`${source}_asked_at`]: now,
    [`${source}_fetched_at`]: outcome.state === 'found' ? now : null,
    [`${source}_answer`]: outcome.state === 'found' ? JSON.stringify(outcome.raw) : null,
  };
}

/** The columns that a check changes. What a service said stays while it does not answer. */
export function checkedValues(answers: Answers, now: Date): VehicleValues {
  const { dvla, dvsa } = answers;
  return {
    ...(dvla === null ? {} : stateValues('dvla', dvla, now)),
    ...(dvsa === null ? {} : stateValues('dvsa', dvsa, now)),
    ...(isAnswer(dvla) ? enquiredValues(dvla) : {}),
    ...(isAnswer(dvsa) ? testedValues(dvsa) : {}),
    ...(isAnswer(dvla) || isAnswer(dvsa)
      ? Object.fromEntries(Object.entries(sharedValues(answers)).filter(([, one]) => one !== null))
      : {}),
  };
}
