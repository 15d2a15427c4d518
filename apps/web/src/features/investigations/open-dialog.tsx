import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { look, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { ACTIVITIES_KEY, type Activity } from '../../ui/vehicle-file/activities.ts';
import { AssignmentFields, useOptions } from './assign-dialog.tsx';

/** Opens an investigation manually: template, assignee and due date. */
export function OpenDialog({
  activity,
  onClose,
}: {
  readonly activity: Activity;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const options = useOptions(activity.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const [assignee, setAssignee] = useState<number | null>(null);
  const [day, setDay] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const templates = options.data?.templates ?? [];
  const own = templates.find((one) => one.activity_type === activity.activity_type.id);
  const template = chosen ?? own?.id ?? null;
  const save = async () => {
    if (template === null) {
      setFaults({ template: requiredFault(t) });
      toast.error(t('toast.required'));
      return;
    }
    await api.investigations.open({
      params: { id: activity.id },
      body: {
        template,
        // Empty values use the defaults of the template.
        ...(assignee === null ? {} : { assignee }),
        ...(day === '' ? {} : { due_date: day }),
      },
    });
    toast.success(t('investigation.opened'));
    onClose();
    await client.invalidateQueries({ queryKey: [ACTIVITIES_KEY] });
  };
  return (
    <FormDialog
      title={t('investigation.open')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <div className={stack({ gap: 4 })}>
        {options.isSuccess && templates.length === 0 && (
          <p role="status">{t('investigation.noTemplates')}</p>
        )}
        <Field label={t('investigation.template')} isRequired fault={faults.template}>
          {(props) => (
            <Select
              {...props}
              value={template ?? ''}
              onChange={(event) => setChosen(Number(event.currentTarget.value) || null)}
            >
              {template === null && <option value="">{t('vehicleFile.choose')}</option>}
              {templates.map(({ id, title, activity_type_name: type }) => (
                <option key={id} value={id}>
                  {`${title} (${type})`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <AssignmentFields
          people={options.data?.assignees ?? []}
          assignee={assignee}
          day={day}
          faults={faults}
          onAssignee={setAssignee}
          onDay={setDay}
        />
        <p className={look({ tone: 'quiet', size: 'small' })}>{t('investigation.openHint')}</p>
      </div>
    </FormDialog>
  );
}
