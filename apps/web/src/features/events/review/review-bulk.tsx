import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { FleetEvent } from '../use-events.ts';
import styles from './review.module.css';
import { AssigneeField, DismissField, DueField } from './review-fields.tsx';
import type { Reviews } from './use-review.ts';

const STATES = ['reviewed', 'coached'] as const;

/** Changes the reviews of all selected events. */
export function ReviewBulk({
  events,
  reviews,
  onClear,
}: {
  readonly events: readonly FleetEvent[];
  readonly reviews: Reviews;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation();
  const [first] = events;
  if (first === undefined) return null;
  const isBusy = reviews.isPending;
  return (
    <section className={styles.bulk} aria-label={t('events.selected', { count: events.length })}>
      <strong role="status">{t('events.selected', { count: events.length })}</strong>
      {STATES.map((state) => (
        <Button
          key={state}
          disabled={isBusy}
          onClick={() => reviews.change({ events, change: { state } })}
        >
          {t(`events.mark.${state}`)}
        </Button>
      ))}
      <DismissField
        isBusy={isBusy}
        onDismiss={(reason) =>
          reviews.change({ events, change: { state: 'dismissed', dismissal_reason: reason } })
        }
      />
      <AssigneeField
        eventId={first.id}
        assignee={null}
        isBusy={isBusy}
        placeholder="–"
        onAssign={(assignee) => reviews.change({ events, change: { assignee } })}
      />
      <DueField dueOn={null} onDue={(due_on) => reviews.change({ events, change: { due_on } })} />
      <Button kind="link" onClick={onClear}>
        {t('events.clearSelection')}
      </Button>
    </section>
  );
}
