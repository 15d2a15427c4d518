import { DISMISSAL_REASONS, type DismissalReason } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { DateFilter } from '../../../ui/date-field/date-field.tsx';
import { Select } from '../../../ui/select/select.tsx';
import styles from './review.module.css';
import { useReviewers } from './use-review.ts';

/** Ids of the controls that the keyboard shortcuts focus. */
export const REASON_ID = 'event-dismissal-reason';
export const ASSIGNEE_ID = 'event-assignee';

/** The state that needs a reason. */
export function DismissField({
  id,
  isBusy,
  onDismiss,
}: {
  readonly id?: string;
  readonly isBusy: boolean;
  readonly onDismiss: (reason: DismissalReason) => void;
}) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<DismissalReason>('false_alarm');
  return (
    <form
      className={styles.row}
      onSubmit={(submit) => {
        submit.preventDefault();
        onDismiss(reason);
      }}
    >
      <Select
        id={id}
        aria-label={t('events.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as DismissalReason)}
        onKeyDown={(event) => {
          // A select does not submit its form by itself.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      >
        {DISMISSAL_REASONS.map((one) => (
          <option key={one} value={one}>
            {t(`events.reason.${one}`)}
          </option>
        ))}
      </Select>
      <Button type="submit" disabled={isBusy}>
        {t('events.mark.dismissed')}
      </Button>
    </form>
  );
}

/** The person who reviews, among those who may review the event. */
export function AssigneeField({
  id,
  eventId,
  assignee,
  isBusy,
  placeholder,
  onAssign,
}: {
  readonly id?: string;
  readonly eventId: number;
  readonly assignee: { readonly id: number; readonly name: string } | null;
  readonly isBusy: boolean;
  /** A first entry that changes nothing, for several events. */
  readonly placeholder?: string;
  readonly onAssign: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const { data, error } = useReviewers(eventId);
  const people = data ?? [];
  const isKnown = assignee === null || people.some((one) => one.id === assignee.id);
  return (
    <label className={styles.field}>
      <span>{t('events.assignee')}</span>
      <Select
        id={id}
        value={placeholder === undefined ? String(assignee?.id ?? '') : 'keep'}
        disabled={isBusy || error !== null}
        title={error?.message}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'keep') onAssign(value === '' ? null : Number(value));
        }}
      >
        {placeholder !== undefined && <option value="keep">{placeholder}</option>}
        <option value="">{t('events.nobody')}</option>
        {!isKnown && <option value={assignee.id}>{assignee.name}</option>}
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** The day until which somebody reviews. */
export function DueField({
  dueOn,
  onDue,
}: {
  readonly dueOn: string | null;
  readonly onDue: (day: string | null) => void;
}) {
  const { t } = useTranslation();
  const saved = dueOn ?? '';
  /** The day on its way; null while the saved one is shown. */
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <DateFilter
      label={t('events.due')}
      value={edited ?? saved}
      onChange={setEdited}
      onEnd={(day) => {
        setEdited(null);
        if (day !== saved) onDue(day === '' ? null : day);
      }}
    />
  );
}
