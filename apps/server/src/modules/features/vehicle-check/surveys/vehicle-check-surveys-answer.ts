import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { SurveyRow } from './vehicle-check-surveys.repository.ts';

export type AuditSurvey = AnswerOf<typeof contract.vehicleCheck.survey>;

/** A survey as returned by the API. */
export const toSurvey = (row: SurveyRow): AuditSurvey => ({
  id: row.id,
  reference_number: row.reference_number,
  date: toApiDateTime(row.surveyed_at.getTime()),
  depot: { id: row.depot_id, name: row.depot },
  vehicle:
    row.vehicle_id === null || row.registration === null
      ? null
      : { id: row.vehicle_id, registration: row.registration },
  auditor: row.auditor,
  score: row.score,
  items: row.items,
  note: row.note,
});

/** The share of items without findings, in whole per cent; null without items. */
export function scoreOf(items: readonly { readonly ok: boolean }[]): number | null {
  if (items.length === 0) return null;
  return Math.round((100 * items.filter(({ ok }) => ok).length) / items.length);
}
