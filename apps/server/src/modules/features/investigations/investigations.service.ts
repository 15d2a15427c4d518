import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { allows, VEHICLE_FILE } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { assigneesOf } from '../../core/users/index.ts';
import { type Investigation, toInvestigation } from './investigation-json.ts';
import {
  activityOfFile,
  answersOf,
  assignInvestigation,
  type InvestigatedActivity,
  type InvestigationRow,
  investigatedActivity,
  investigationPage,
  lockActivity,
  visibleInvestigation,
} from './investigations.repository.ts';
import { PURPOSE } from './investigations-attachments.ts';
import { openSchedules, templatesOf } from './opening/investigations-opening.repository.ts';
import { dueAfter, openInvestigation } from './opening/open-investigation.ts';
import { questionsOf } from './templates/investigations-templates.repository.ts';

type Calls = typeof contract.investigations;
export type InvestigationServices = Pick<Services, 'db' | 'files' | 'bus'>;

/** Path parameters: the ids of the activity and of its investigation. */
export interface InvestigationPath {
  readonly id: number;
  readonly investigationId: number;
}

/** @throws HttpError 404 if the activity does not exist or is not visible */
async function activityFor(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<InvestigatedActivity> {
  return orNotFound(await investigatedActivity(trx, viewer, id));
}

/** @throws HttpError 404 if the investigation does not exist or is not visible */
export async function investigationFor(
  trx: Transaction,
  viewer: Viewer,
  { id, investigationId }: InvestigationPath,
): Promise<InvestigationRow> {
  return orNotFound(await visibleInvestigation(trx, viewer, id, investigationId));
}

/** @throws HttpError 409 if the investigation is signed off, which makes it read-only */
export function refuseCompleted({ status, completed_by }: InvestigationRow): void {
  if (status !== 'COMPLETE') return;
  throw conflict({ code: 'investigation.completed_by', params: { name: completed_by ?? '' } });
}

/** Midnight UTC of a day, YYYY-MM-DD. */
const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** @throws HttpError 400 if investigations of this vehicle cannot be assigned to the person */
async function checkAssignee(
  trx: Transaction,
  of: { readonly customer_id: number; readonly vehicle_id: number },
  assigneeId: number | null,
): Promise<void> {
  if (assigneeId === null) return;
  const people = await assigneesOf(trx, of.customer_id, [of.vehicle_id], 'Vehicle File');
  if (!people.some(({ id }) => id === assigneeId)) {
    throw wrongField('assignee', 'investigation.person_unavailable');
  }
}

/** Lists, opens and assigns investigations of activities. */
export class InvestigationsService {
  constructor(private readonly services: InvestigationServices) {
    services.files.keptBy(PURPOSE, {
      mayRead: (viewer, fileId) => this.#mayRead(viewer, fileId),
    });
  }

  async #mayRead(viewer: Viewer, fileId: string): Promise<boolean> {
    if (!allows(VEHICLE_FILE, viewer)) return false;
    return this.services.db.asViewer(viewer, async (trx) => {
      const id = await activityOfFile(trx, fileId);
      return id !== undefined && (await investigatedActivity(trx, viewer, id)) !== undefined;
    });
  }

  /** @throws HttpError 404 if the activity does not exist or is not visible */
  async list(
    viewer: Viewer,
    activityId: number,
    query: QueryOf<Calls['list']>,
  ): Promise<AnswerOf<Calls['list']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await activityFor(trx, viewer, activityId);
      const { count, rows } = await investigationPage(trx, viewer, activityId, pageOf(query));
      return { count, results: await this.#answers(trx, viewer, rows) };
    });
  }

  /** @throws HttpError 404 if the investigation does not exist or is not visible */
  async read(viewer: Viewer, path: InvestigationPath): Promise<Investigation> {
    return this.services.db.asViewer(viewer, (trx) => this.answer(trx, viewer, path));
  }

  /** Reads an investigation within a transaction. */
  async answer(trx: Transaction, viewer: Viewer, path: InvestigationPath): Promise<Investigation> {
    const row = await investigationFor(trx, viewer, path);
    return orNotFound((await this.#answers(trx, viewer, [row]))[0]);
  }

  async #answers(trx: Transaction, viewer: Viewer, rows: readonly InvestigationRow[]) {
    const questions = await questionsOf(
      trx,
      rows.map(({ template_id }) => template_id),
    );
    const answers = await answersOf(
      trx,
      rows.map(({ id }) => id),
    );
    const { files } = this.services;
    return rows.map((row) => toInvestigation(files, viewer, row, questions, answers));
  }

  /** Templates and assignees for a new investigation. */
  async options(viewer: Viewer, activityId: number): Promise<AnswerOf<Calls['options']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const activity = await activityFor(trx, viewer, activityId);
      const templates = await templatesOf(trx, activity.customer_id);
      return {
        templates: templates.map(({ id, title, activity_type_id, activity_type_name }) => ({
          id,
          title,
          activity_type: activity_type_id,
          activity_type_name,
        })),
        assignees: await assigneesOf(
          trx,
          activity.customer_id,
          [activity.vehicle_id],
          'Vehicle File',
        ),
      };
    });
  }

  /**
   * Opens an investigation manually (requirement I-P04).
   *
   * @throws HttpError 404 if the activity is not visible, 400 on the field for an unavailable
   *   template or person
   */
  async open(
    viewer: Viewer,
    activityId: number,
    body: BodyOf<Calls['open']>,
  ): Promise<Investigation> {
    const { db, bus } = this.services;
    const { customerId, opened } = await db.asViewer(viewer, async (trx) => {
      const activity = await activityFor(trx, viewer, activityId);
      const templates = await templatesOf(trx, activity.customer_id);
      const template = templates.find(({ id }) => id === body.template);
      if (template === undefined) throw wrongField('template', 'investigation.template_missing');
      const people = await assigneesOf(
        trx,
        activity.customer_id,
        [activity.vehicle_id],
        'Vehicle File',
      );
      const own = people.find(({ id }) => id === template.assignee_id)?.id ?? null;
      const assigneeId = body.assignee === undefined ? own : body.assignee;
      await checkAssignee(trx, activity, assigneeId);
      await lockActivity(trx, activityId);
      const { due_date: day } = body;
      const investigationId = await openInvestigation(trx, await actorOf(trx, viewer), {
        customerId: activity.customer_id,
        activityId,
        registration: activity.registration,
        template,
        assigneeId,
        dueAt:
          day === undefined ? dueAfter(template.due_days) : day === null ? null : midnight(day),
        cause: 'person',
        snapshot: await openSchedules(trx, activity),
      });
      const path = { id: activityId, investigationId };
      return {
        customerId: activity.customer_id,
        opened: await this.answer(trx, viewer, path),
      };
    });
    bus.publish('activities.changed', { customerId });
    return opened;
  }

  /**
   * Sets assignee and due date of an investigation.
   *
   * @throws HttpError 404 if it is not visible, 400 for an unavailable person, 409 if it is
   *   complete
   */
  async assign(
    viewer: Viewer,
    path: InvestigationPath,
    body: BodyOf<Calls['assign']>,
  ): Promise<Investigation> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await investigationFor(trx, viewer, path);
      await lockActivity(trx, path.id);
      const known = await investigationFor(trx, viewer, path);
      refuseCompleted(known);
      await checkAssignee(trx, known, body.assignee);
      const dueAt = body.due_date === null ? null : midnight(body.due_date);
      await assignInvestigation(trx, known.id, body.assignee, dueAt);
      const assigned = await this.answer(trx, viewer, path);
      const fields = ({ assignee, due_date }: Pick<Investigation, 'assignee' | 'due_date'>) => ({
        assignee: assignee === null ? null : `${assignee.first_name} ${assignee.last_name}`.trim(),
        due_date,
      });
      const [before] = await this.#answers(trx, viewer, [known]);
      await recordChange(trx, {
        customerId: known.customer_id,
        actor: await actorOf(trx, viewer),
        subject: subjectOf(known),
        action: 'changed',
        before: before === undefined ? null : fields(before),
        after: fields(assigned),
      });
      return assigned;
    });
  }
}

/** An investigation as the subject of an audit log entry. */
export function subjectOf({ id, title, registration }: InvestigationRow) {
  return { kind: 'investigation', id: String(id), name: `${title} · ${registration}` } as const;
}
