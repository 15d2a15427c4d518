import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { AnswerRow, InvestigationRow } from './investigations.repository.ts';
import type { QuestionRow } from './templates/investigations-templates.repository.ts';
import { toQuestion } from './templates/investigations-templates.service.ts';

export type Investigation = AnswerOf<typeof contract.investigations.read>;

const moment = (at: Date | null) => (at === null ? null : toApiDateTime(at.getTime()));

/** Formats an investigation for the API; its file addresses expire and are for this viewer only. */
export function toInvestigation(
  files: Pick<Files, 'signedAddress'>,
  viewer: Viewer,
  row: InvestigationRow,
  questions: readonly QuestionRow[],
  answers: readonly AnswerRow[],
): Investigation {
  const addressOf = (fileId: string | null) =>
    fileId === null ? null : files.signedAddress(fileId, { reader: `u${viewer.userId}` });
  return {
    id: row.id,
    activity_id: row.activity_id,
    status: row.status,
    template: {
      id: row.template_id,
      title: row.title,
      version: row.version,
      questions: questions
        .filter(({ template_id }) => template_id === row.template_id)
        .map(toQuestion),
    },
    answers: answers
      .filter(({ investigation_id }) => investigation_id === row.id)
      .map((answer) => ({
        id: answer.id,
        question: { id: answer.question_id },
        answer: answer.answer,
        attachment: addressOf(answer.file_id),
        attachment_name: answer.file_name,
        attachment_type: answer.media_type,
        answered_by: answer.answered_by,
      })),
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    depot_name: row.depot_name,
    assignee:
      row.assignee_id === null
        ? null
        : { id: row.assignee_id, first_name: row.first_name ?? '', last_name: row.last_name ?? '' },
    due_date: moment(row.due_at),
    created_at: toApiDateTime(row.created_at.getTime()),
    updated_at: toApiDateTime(row.updated_at.getTime()),
    signoff_signature: addressOf(row.signature_file_id),
    completed_by: row.completed_by,
    completed_at: moment(row.completed_at),
    cause: row.cause,
    opened_by: row.opened_by,
    scheduled_activities_snapshot: row.snapshot,
    revision: row.revision,
  };
}
