import { MAX_FAULT_QUESTIONS, toApiDate } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { TemplateItem, Transaction } from '../../../../platform/db/index.ts';
import { faultTitle, type NamedFault, questionTexts } from '../../records/index.ts';
import { IS_ASKED, linkDefect } from '../faults.repository.ts';
import { areaOf, nameOf } from '../faults.service.ts';

interface AskedRow extends NamedFault {
  readonly id: number;
  readonly vehicle_id: number;
  readonly first_seen_at: Date;
}

/** A question of a walkaround check: an ordinary item, and the fault that it is about. */
export type FaultQuestion = TemplateItem & { readonly fault: number };

function toQuestion(viewer: Viewer, row: AskedRow): FaultQuestion {
  const { language } = viewer;
  const since = toApiDate(row.first_seen_at.getTime(), viewer.timeZone ?? 'UTC');
  return {
    fault: row.id,
    name: nameOf(faultTitle(language, row)),
    area: areaOf(row),
    ...questionTexts(language, since),
  };
}

/** The questions of the next checks of vehicles, by vehicle; the worst faults first. */
export async function questionsOf(
  trx: Transaction,
  viewer: Viewer,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FaultQuestion[]>> {
  const { rows } = await sql<AskedRow>`
    select id, vehicle_id, kind, fault_key, first_seen_at from (
      select f.*, row_number() over (partition by f.vehicle_id order by
        array_position(array['major', 'minor', 'advisory'], f.severity), f.id) as place
      from vehicle_faults f where f.vehicle_id = any(${[...vehicleIds]}::int[]) and ${IS_ASKED}) f
    where place <= ${MAX_FAULT_QUESTIONS} order by vehicle_id, place`.execute(trx);
  const questions = new Map<number, FaultQuestion[]>();
  for (const row of rows) {
    questions.set(row.vehicle_id, [
      ...(questions.get(row.vehicle_id) ?? []),
      toQuestion(viewer, row),
    ]);
  }
  return questions;
}

/**
 * The questions that a check answered, in its order, also of faults that have ended since the phone read
 * them; undefined if one is not of the vehicle.
 */
export async function answeredQuestions(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  faultIds: readonly number[],
): Promise<readonly FaultQuestion[] | undefined> {
  if (faultIds.length === 0) return [];
  const { rows } = await sql<AskedRow>`select id, vehicle_id, kind, fault_key, first_seen_at
    from vehicle_faults where vehicle_id = ${vehicleId} and id = any(${[...faultIds]}::int[])`.execute(
    trx,
  );
  const found = faultIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return found.length < faultIds.length ? undefined : found.map((row) => toQuestion(viewer, row));
}

/** An answer of a stored check. */
export interface FaultAnswer {
  readonly fault: number;
  readonly result: 'ok' | 'defect' | 'not_applicable';
}

/** Notes the answers of a check on their faults; a fault that is not in order gets the defect of the check. */
export async function keepAnswers(
  trx: Transaction,
  check: {
    readonly id: number;
    readonly customerId: number;
    readonly defectId: number | null;
  },
  answers: readonly FaultAnswer[],
): Promise<void> {
  for (const { fault, result } of answers) {
    await sql`insert into fault_answers (fault_id, check_id, customer_id, result)
      values (${fault}, ${check.id}, ${check.customerId}, ${result})`.execute(trx);
    if (result === 'defect' && check.defectId !== null) {
      await linkDefect(trx, { id: fault }, check.defectId);
    }
  }
}
