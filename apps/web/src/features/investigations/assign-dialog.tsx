import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateField } from '../../ui/date-field/date-field.tsx';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { ACTIVITIES_KEY } from '../../ui/vehicle-file/activities.ts';
import type { Investigation } from './investigations-form.ts';
import { investigationKey } from './investigations-keys.ts';

/** Templates and people available for an investigation of an activity. */
export function useOptions(activityId: number) {
  return useQuery({
    queryKey: [ACTIVITIES_KEY, 'investigation-options', activityId],
    queryFn: ({ signal }) => api.investigations.options({ params: { id: activityId }, signal }),
  });
}

/** Assignee and due date. */
export function AssignmentFields({
  people,
  assignee,
  day,
  faults,
  onAssignee,
  onDay,
}: {
  readonly people: readonly {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
  }[];
  readonly assignee: number | null;
  /** YYYY-MM-DD, empty for none. */
  readonly day: string;
  readonly faults: Faults;
  readonly onAssignee: (id: number | null) => void;
  readonly onDay: (day: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('investigation.assignee')} fault={faults.assignee}>
        {(props) => (
          <Select
            {...props}
            value={assignee ?? ''}
            onChange={(event) => onAssignee(Number(event.currentTarget.value) || null)}
          >
            <option value="">{t('investigation.unassigned')}</option>
            {people.map(({ id, first_name: first, last_name: last }) => (
              <option key={id} value={id}>
                {`${first} ${last}`.trim()}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DateField
        label={t('investigation.due')}
        fault={faults.due_date}
        min="1970-01-01"
        max="2199-12-31"
        value={day}
        onChange={onDay}
      />
    </>
  );
}

/** Assigns an investigation and sets its due date. */
export function AssignDialog({
  investigation,
  onClose,
}: {
  readonly investigation: Investigation;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id: investigationId, activity_id: id, assignee: known } = investigation;
  const options = useOptions(id);
  const [assignee, setAssignee] = useState(known?.id ?? null);
  const [day, setDay] = useState(investigation.due_date?.slice(0, 10) ?? '');
  const [faults, setFaults] = useState<Faults>({});
  const people = options.data?.assignees ?? (known === null ? [] : [known]);
  const save = async () => {
    const saved = await api.investigations.assign({
      params: { id, investigationId },
      body: { assignee, due_date: day === '' ? null : day },
    });
    client.setQueryData(investigationKey(id, investigationId), saved);
    toast.success(t('toast.updated'), { subject: t('investigation.assign') });
    onClose();
  };
  return (
    <FormDialog
      title={t('investigation.assign')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={stack({ gap: 4 })}>
        <AssignmentFields
          people={people}
          assignee={assignee}
          day={day}
          faults={faults}
          onAssignee={setAssignee}
          onDay={setDay}
        />
      </div>
    </FormDialog>
  );
}
