import { formatMoment } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import type { FleetEvent } from '../use-events.ts';
import styles from './review.module.css';
import { StateBadge } from './review-badges.tsx';
import { ASSIGNEE_ID, AssigneeField, DismissField, DueField, REASON_ID } from './review-fields.tsx';
import type { Change, Reviews } from './use-review.ts';
import { MAY_REVIEW } from './use-triage.ts';

const STATES = ['reviewed', 'coached'] as const;
const NOTES = 100;

function Notes({ eventId }: { readonly eventId: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const notes = useQuery({
    queryKey: ['event-notes', eventId],
    queryFn: ({ signal }) =>
      api.events.reviewNotes({ params: { id: eventId }, query: { pageSize: NOTES }, signal }),
  });
  if (notes.error !== null) return <p role="alert">{notes.error.message}</p>;
  return (
    <ul className={styles.notes} aria-label={t('events.notes')}>
      {notes.data?.results.map(({ id, author, text, created_at }) => (
        <li key={id}>
          <small>
            {author?.name} {formatMoment(Date.parse(created_at), dates)}
          </small>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** State, assignee and notes of the review of an event, with the actions that change them. */
export function ReviewPanel({
  event,
  review,
  reviews,
}: {
  readonly event: FleetEvent;
  readonly review: NonNullable<FleetEvent['review']>;
  readonly reviews: Reviews;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [note, setNote] = useState('');
  const isBusy = reviews.isPending;
  const isMine = review.assignee?.id === current.user.id;
  const save = (change: Change, onSuccess?: () => void) =>
    reviews.change(
      { events: [{ ...event, review }], change },
      onSuccess === undefined ? {} : { onSuccess },
    );
  return (
    <section className={styles.panel} aria-label={t('events.review')}>
      <div className={styles.row}>
        <StateBadge state={review.state} />
        {review.dismissal_reason !== null && t(`events.reason.${review.dismissal_reason}`)}
        <span>{review.assignee?.name ?? t('events.unassigned')}</span>
      </div>
      {review.notes > 0 && <Notes eventId={event.id} />}
      {may(current, MAY_REVIEW) && (
        <>
          <div className={styles.row}>
            {STATES.map((state) => (
              <Button
                key={state}
                disabled={isBusy || review.state === state}
                onClick={() => save({ state })}
              >
                {t(`events.mark.${state}`)}
              </Button>
            ))}
          </div>
          <div className={styles.row}>
            <Button
              disabled={isBusy || event.driver === null || review.state === 'coached'}
              onClick={() =>
                save({
                  for_coaching: !review.for_coaching,
                  ...(review.state === 'new' ? { state: 'reviewed' } : {}),
                })
              }
            >
              {t(review.for_coaching ? 'events.unmarkCoaching' : 'events.markCoaching')}
            </Button>
            {event.driver === null && <small>{t('events.coachingNeedsDriver')}</small>}
          </div>
          <DismissField
            id={REASON_ID}
            isBusy={isBusy}
            onDismiss={(reason) => save({ state: 'dismissed', dismissal_reason: reason })}
          />
          <div className={styles.row}>
            <AssigneeField
              id={ASSIGNEE_ID}
              eventId={event.id}
              assignee={review.assignee}
              isBusy={isBusy}
              onAssign={(assignee) => save({ assignee })}
            />
            {!isMine && (
              <Button disabled={isBusy} onClick={() => save({ assignee: current.user.id })}>
                {t('events.assignMe')}
              </Button>
            )}
          </div>
          <DueField dueOn={review.due_on} onDue={(due_on) => save({ due_on })} />
          <form
            className={styles.row}
            onSubmit={(submit) => {
              submit.preventDefault();
              save({ note: note.trim() }, () => setNote(''));
            }}
          >
            <input
              aria-label={t('events.note')}
              placeholder={t('events.note')}
              maxLength={2000}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <Button type="submit" disabled={isBusy || note.trim() === ''}>
              {t('events.addNote')}
            </Button>
          </form>
        </>
      )}
    </section>
  );
}
