import type { AnswerOf, contract } from '@roadworthy/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { entriesOf } from '../../ui/field/entries.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { SCHEDULES_KEY } from '../vehicle-file/schedules-key.ts';

type Reminders = AnswerOf<typeof contract.schedules.reminders>;

const KEY = [SCHEDULES_KEY, 'reminders'];

/** Whole numbers of days in descending order; null if one is invalid. */
function daysOf(text: string): number[] | null {
  const days = entriesOf(text).map(Number);
  if (days.some((one) => !Number.isInteger(one) || one < 0)) return null;
  return [...new Set(days)].sort((a, b) => b - a);
}

function Form({ first, onClose }: { readonly first: Reminders; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isActive, setIsActive] = useState(first.is_active);
  const [days, setDays] = useState(first.days_before.join(', '));
  const [emails, setEmails] = useState(first.emails.join(', '));
  const [faults, setFaults] = useState<Faults>({});
  const change = useMutation({
    mutationFn: (body: Reminders) => api.schedules.changeReminders({ body }),
    onSuccess: (changed) => {
      client.setQueryData(KEY, changed);
      toast.success(t('toast.updated'), { subject: t('planner.reminders') });
      onClose();
    },
  });
  const save = async () => {
    const before = daysOf(days);
    setFaults(before === null ? { days_before: [t('planner.reminders.daysFault')] } : {});
    if (before === null) return;
    await change.mutateAsync({
      is_active: isActive,
      days_before: before,
      emails: entriesOf(emails),
    });
  };
  return (
    <FormDialog title={t('planner.reminders')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <div className={stack({ gap: 3 })}>
        <p>{t('planner.reminders.text')}</p>
        <label className="toggle">
          <input
            type="checkbox"
            checked={isActive}
            onChange={(event) => setIsActive(event.currentTarget.checked)}
          />
          <span>{t('planner.reminders.active')}</span>
        </label>
        <Field
          label={t('planner.reminders.days')}
          hint={t('planner.reminders.daysHint')}
          fault={faults.days_before}
        >
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t('planner.reminders.emails')}
          hint={t('schedule.emailsHint')}
          fault={faults.emails}
        >
          {(props) => (
            <input
              {...props}
              inputMode="email"
              value={emails}
              onChange={(event) => setEmails(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}

/** Recipients and lead times of e-mail reminders; for administrators. */
export function RemindersDialog({ onClose }: { readonly onClose: () => void }) {
  const reminders = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.schedules.reminders({ signal }),
  });
  if (reminders.data === undefined) return null;
  return <Form first={reminders.data} onClose={onClose} />;
}
