import { type Actor, recordChange } from '../../../../platform/audit/index.ts';
import type {
  InvestigationCause,
  SnapshotSchedule,
  Transaction,
} from '../../../../platform/db/index.ts';
import { insertInvestigation, type OpeningTemplate } from './investigations-opening.repository.ts';

const DAY_MS = 86_400_000;

/** Midnight UTC of the day on which an investigation opened now is due. */
export const dueAfter = (days: number, nowMs = Date.now()): Date =>
  new Date((Math.floor(nowMs / DAY_MS) + days) * DAY_MS);

/** Data of a new investigation. */
export interface Opening {
  readonly customerId: number;
  readonly activityId: number;
  readonly registration: string;
  readonly template: OpeningTemplate;
  readonly assigneeId: number | null;
  readonly dueAt: Date | null;
  readonly cause: InvestigationCause;
  readonly snapshot: readonly SnapshotSchedule[];
}

/** Opens an investigation and records it in the audit log. Returns its id. */
export async function openInvestigation(
  trx: Transaction,
  actor: Actor,
  { template, registration, ...opening }: Opening,
): Promise<number> {
  const id = await insertInvestigation(trx, {
    ...opening,
    templateId: template.id,
    openedBy: actor,
  });
  await recordChange(trx, {
    customerId: opening.customerId,
    actor,
    subject: {
      kind: 'investigation',
      id: String(id),
      name: `${template.title} · ${registration}`,
    },
    action: 'created',
    before: null,
    after: {
      activity: opening.activityId,
      cause: opening.cause,
      due_date: opening.dueAt?.toISOString() ?? null,
      assignee: opening.assigneeId,
    },
  });
  return id;
}
