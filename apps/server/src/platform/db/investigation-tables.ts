import type { AnswerType } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

/** A schedule at the time when an investigation was opened (requirement I-P04). */
export interface SnapshotSchedule {
  readonly id: number;
  readonly name: string;
  readonly was_overdue: boolean;
  /** ISO, UTC. */
  readonly expires_at: string;
}

/** The reason for an investigation. */
export type InvestigationCause = 'overdue' | 'failed' | 'person';

/** The tables of `migrations/0013_investigations.sql`. */
export interface InvestigationTables {
  investigation_templates: {
    id: Generated<number>;
    customer_id: number | null;
    activity_type_id: number;
    title: string;
    version: Generated<number>;
    origin_id: number | null;
    due_days: Generated<number>;
    assignee_id: number | null;
    is_current: Generated<boolean>;
    archived: Generated<boolean>;
    changed_at: GeneratedTimestamp;
    changed_by: string;
  };
  investigation_questions: {
    id: Generated<number>;
    customer_id: number | null;
    template_id: number;
    position: number;
    question: string;
    answer_type: AnswerType;
    answer_choices: Generated<string[]>;
  };
  investigations: {
    id: Generated<number>;
    customer_id: number;
    activity_id: number;
    template_id: number;
    status: Generated<'PENDING' | 'COMPLETE'>;
    assignee_id: number | null;
    due_at: OptionalTimestamp;
    told_assignee_id: number | null;
    is_due_told: Generated<boolean>;
    cause: Generated<InvestigationCause>;
    snapshot: Json<SnapshotSchedule[]>;
    opened_by_id: number | null;
    opened_by: string | null;
    revision: Generated<number>;
    signature_file_id: string | null;
    completed_by_id: number | null;
    completed_by: string | null;
    completed_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
    updated_at: GeneratedTimestamp;
  };
  investigation_answers: {
    id: Generated<number>;
    customer_id: number;
    investigation_id: number;
    question_id: number;
    answer: string;
    file_id: string | null;
    answered_by: string;
    answered_at: GeneratedTimestamp;
  };
}
