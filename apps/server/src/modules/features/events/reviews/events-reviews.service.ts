import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { eventType, toApiDateTime } from '@roadworthy/domain';
import { actorOf, recordChanges } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { notFound, wrongField } from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import { assigneesOf, isAssignable } from '../../../core/users/index.ts';
import {
  changeReviews,
  lockReviews,
  notesOf,
  type ReviewChange,
  type ReviewRow,
  reviewsOf,
  type VisibleEvent,
  visibleEvents,
} from './events-reviews.repository.ts';

type Calls = typeof contract.events;
type Review = NonNullable<AnswerOf<Calls['list']>['results'][number]['review']>;

const personOf = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

/** The review of an event in the form of the API; without a row, that of a new event. */
export function toReview(row: ReviewRow | undefined): Review {
  return {
    state: row?.state ?? 'new',
    dismissal_reason: row?.dismissal_reason ?? null,
    assignee: personOf(row?.assignee_id ?? null, row?.assignee_name ?? null),
    due_on: row?.due_on ?? null,
    for_coaching: row?.for_coaching ?? false,
    notes: row?.notes ?? 0,
    changed_by: personOf(row?.changed_by ?? null, row?.changer_name ?? null),
    changed_at: row === undefined || row.version === 0 ? null : toApiDateTime(row.changed_ms),
    version: row?.version ?? 0,
  };
}

/** The values of a review that the audit log stores. */
const auditValues = ({
  state,
  dismissal_reason,
  assignee,
  due_on,
  for_coaching,
  notes,
}: Review) => ({
  state,
  dismissal_reason,
  assignee: assignee?.name ?? null,
  due_on,
  for_coaching,
  notes,
});

/**
 * Changes the reviews of events in a transaction and records it.
 *
 * @param versions the version of each review that the caller has read; without it, all are changed
 * @returns the events whose review was changed, and all reviews afterwards
 */
export async function changeEventReviews(
  trx: Transaction,
  viewer: Viewer,
  events: readonly VisibleEvent[],
  change: ReviewChange,
  versions?: ReadonlyMap<number, number>,
) {
  const known = events.map(({ id }) => Number(id));
  await lockReviews(trx, known);
  const before = await reviewsOf(trx, known);
  const changed = known.filter(
    (id) => versions === undefined || before.get(id)?.version === versions.get(id),
  );
  const rowIds = changed.flatMap((id) => before.get(id)?.id ?? []);
  await changeReviews(trx, viewer.userId, rowIds, change);
  const after = await reviewsOf(trx, known);
  const actor = await actorOf(trx, viewer);
  await recordChanges(
    trx,
    events
      .filter(({ id }) => changed.includes(Number(id)))
      .map(({ id, customer_id, event_code, registration }) => ({
        customerId: customer_id,
        actor,
        action: 'changed' as const,
        subject: {
          kind: 'event_review' as const,
          id,
          name: `${registration}, ${eventType(event_code)?.name ?? event_code}`,
        },
        before: auditValues(toReview(before.get(Number(id)))),
        after: auditValues(toReview(after.get(Number(id)))),
      })),
  );
  return { changed, after };
}

/** Reviews of events: state, assignee, due date and notes. */
export class ReviewsService {
  constructor(private readonly db: Database) {}

  /**
   * Changes the reviews of many events. An event whose version differs keeps its review.
   *
   * @throws HttpError 400 for a dismissal without reason, a reason without dismissal, and an
   *   assignee who may not review one of them; 404 if none of the events is visible
   */
  change(viewer: Viewer, body: BodyOf<Calls['review']>): Promise<AnswerOf<Calls['review']>> {
    const { events, ...change } = body;
    if ((change.state === 'dismissed') !== (change.dismissal_reason !== undefined)) {
      throw wrongField('dismissal_reason', 'event_review.reason');
    }
    const versions = new Map(events.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    return this.db.asViewer(viewer, async (trx) => {
      const visible = await visibleEvents(trx, viewer, ids);
      if (visible.length === 0) throw notFound();
      const known = visible.map(({ id }) => Number(id));
      await checkAssignee(trx, change.assignee, visible);
      const { changed, after } = await changeEventReviews(trx, viewer, visible, change, versions);
      return {
        results: ids.map((id) => {
          if (!known.includes(id)) return { id, outcome: 'not_found' as const, review: null };
          const outcome = changed.includes(id) ? ('changed' as const) : ('conflict' as const);
          return { id, outcome, review: toReview(after.get(id)) };
        }),
      };
    });
  }

  /**
   * The people to whom an event can be assigned: those who may review it, by name.
   *
   * @throws HttpError 404 for an event that is unknown or not visible
   */
  reviewers(viewer: Viewer, eventId: number): Promise<AnswerOf<Calls['reviewers']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const [event] = await visibleEvents(trx, viewer, [eventId]);
      if (event === undefined) throw notFound();
      const people = await assigneesOf(trx, event.customer_id, [event.vehicle_id], 'Events');
      return people.map(({ id, first_name, last_name }) => ({
        id,
        name: `${first_name} ${last_name}`.trim(),
      }));
    });
  }

  /**
   * A page of the notes of an event, oldest first.
   *
   * @throws HttpError 404 for an event that is unknown or not visible
   */
  notes(viewer: Viewer, eventId: number, page: Page): Promise<AnswerOf<Calls['reviewNotes']>> {
    return this.db.asViewer(viewer, async (trx) => {
      if ((await visibleEvents(trx, viewer, [eventId])).length === 0) throw notFound();
      const rows = await notesOf(trx, eventId, {
        limit: page.limit,
        offset: page.offset,
        newestFirst: page.orderBy !== null && page.descending,
      });
      return {
        count: rows[0]?.total ?? 0,
        results: rows.map(({ id, author_id, author_name, text, created_ms }) => ({
          id: Number(id),
          author: personOf(author_id, author_name),
          text,
          created_at: toApiDateTime(created_ms),
        })),
      };
    });
  }
}

async function checkAssignee(
  trx: Transaction,
  assignee: number | null | undefined,
  events: readonly { readonly customer_id: number; readonly vehicle_id: number }[],
): Promise<void> {
  if (assignee == null) return;
  const [customerId, ...others] = new Set(events.map(({ customer_id }) => customer_id));
  const vehicleIds = [...new Set(events.map(({ vehicle_id }) => vehicle_id))];
  const isPossible =
    customerId !== undefined &&
    others.length === 0 &&
    (await isAssignable(trx, assignee, customerId, vehicleIds, 'Events'));
  if (!isPossible) throw wrongField('assignee', 'event_review.assignee');
}
