import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { MAX_REVIEWED_AT_ONCE } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import type { FleetEvent } from '../use-events.ts';

type Call = typeof contract.events.review;
export type Change = Omit<BodyOf<Call>, 'events'>;
type Result = AnswerOf<Call>['results'][number];
type Review = NonNullable<FleetEvent['review']>;

export const FIGURES_KEY = 'event-review-figures';

/** The change that restores what another change replaces. */
function restoring(
  { state, dismissal_reason, assignee, due_on, for_coaching }: Review,
  change: Change,
): Change {
  return {
    ...(change.state === undefined
      ? {}
      : { state, ...(dismissal_reason === null ? {} : { dismissal_reason }) }),
    ...(change.assignee === undefined ? {} : { assignee: assignee?.id ?? null }),
    ...(change.due_on === undefined ? {} : { due_on }),
    ...(change.for_coaching === undefined ? {} : { for_coaching }),
  };
}

interface Step {
  readonly events: readonly { readonly id: number; readonly version: number }[];
  readonly change: Change;
}

/** What undoes a change: one call for each earlier state. */
function undoOf(
  events: readonly FleetEvent[],
  results: readonly Result[],
  change: Change,
): readonly Step[] {
  const steps = new Map<string, { events: Step['events'][number][]; change: Change }>();
  for (const { id, outcome, review } of results) {
    const before = events.find((one) => one.id === id)?.review;
    if (outcome !== 'changed' || review === null || before === undefined) continue;
    const back = restoring(before, change);
    if (Object.keys(back).length === 0) continue;
    const step = steps.get(JSON.stringify(back)) ?? { events: [], change: back };
    step.events.push({ id, version: review.version });
    steps.set(JSON.stringify(back), step);
  }
  return [...steps.values()];
}

/** Sends a change in parts of the largest permitted size. */
async function send({ events, change }: Step): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < events.length; from += MAX_REVIEWED_AT_ONCE) {
    const part = events.slice(from, from + MAX_REVIEWED_AT_ONCE);
    const answer = await api.events.review({ body: { events: [...part], ...change } });
    results.push(...answer.results);
  }
  return results;
}

/**
 * Changes the reviews of events, and offers to undo. If another person was faster, says so and shows
 * the review of that person.
 */
export function useReviews() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = useRef<(() => void) | null>(null);

  const show = (results: readonly Result[]) => {
    const reviews = new Map(results.map(({ id, review }) => [id, review]));
    client.setQueriesData<{ results: FleetEvent[] }>({ queryKey: ['events'] }, (page) =>
      page === undefined
        ? page
        : {
            ...page,
            results: page.results.map((one) => {
              const review = reviews.get(one.id);
              return review == null ? one : { ...one, review };
            }),
          },
    );
    for (const key of ['events', 'event', 'event-notes', 'coaching_queue', FIGURES_KEY])
      void client.invalidateQueries({ queryKey: [key] });
  };
  const failed = (error: Error) => toast.error(error.message);

  /** Says how many events were changed, and how many were not. */
  const tell = (results: readonly Result[], change: Change, back: readonly Step[]) => {
    const changed = results.filter(({ outcome }) => outcome === 'changed').length;
    const conflicts = results.filter(({ outcome }) => outcome === 'conflict').length;
    const isOne = results.length === 1;
    undo.current =
      back.length === 0
        ? null
        : () => {
            undo.current = null;
            Promise.all(back.map(send))
              .then((restored) => show(restored.flat()))
              .catch(failed);
          };
    const run = undo.current;
    if (changed > 0) {
      const text = isOne
        ? t(change.state === undefined ? 'events.reviewSaved' : `events.done.${change.state}`)
        : t('events.bulkDone', { count: changed });
      toast.success(text, run === null ? {} : { action: { label: t('events.undo'), run } });
    }
    if (conflicts > 0)
      toast.error(t(isOne ? 'events.conflict' : 'events.bulkConflict', { count: conflicts }));
    else if (changed === 0) toast.error(t('events.gone'));
  };

  const mutation = useMutation({
    mutationFn: async ({ events, change }: { events: readonly FleetEvent[]; change: Change }) => {
      const versions = events.flatMap(({ id, review }) =>
        review === undefined ? [] : [{ id, version: review.version }],
      );
      if (versions.length === 0) return;
      const results = await send({ events: versions, change });
      show(results);
      tell(results, change, undoOf(events, results, change));
    },
    onError: failed,
  });
  return {
    isPending: mutation.isPending,
    change: mutation.mutate,
    /** Undoes the last change, once. */
    undo: () => undo.current?.(),
  };
}

export type Reviews = ReturnType<typeof useReviews>;

/** The people to whom an event can be assigned. */
export function useReviewers(eventId: number) {
  return useQuery({
    queryKey: ['event-reviewers', eventId],
    staleTime: 300_000,
    queryFn: ({ signal }) => api.events.reviewers({ params: { id: eventId }, signal }),
  });
}
