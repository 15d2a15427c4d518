import { ENTERED_ACTIVITY_KINDS, type EnteredActivityKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { ChoiceField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';

interface Draft {
  readonly kind: EnteredActivityKind;
  /** YYYY-MM-DDTHH:mm in UTC, as the tachograph records. */
  readonly start: string;
  readonly end: string;
  readonly is_crew: boolean;
  readonly is_ferry: boolean;
  readonly is_out_of_scope: boolean;
  readonly note: string;
}

const NEW: Draft = {
  kind: 'work',
  start: '',
  end: '',
  is_crew: false,
  is_ferry: false,
  is_out_of_scope: false,
  note: '',
};

/** Enters an activity of a driver by hand. */
export function ActivityDialog({
  driverId,
  onDone,
  onClose,
}: {
  readonly driverId: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { form, setFaults } = useDialogDraft(NEW);
  const { draft, faults } = form;
  const save = async () => {
    const found = missing(draft, ['start', 'end', 'note'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = { ...draft, start: `${draft.start}:00Z`, end: `${draft.end}:00Z` };
    await api.driversHours.addActivity({ params: { id: driverId }, body });
    toast.success(t('hours.added'));
    onDone();
    onClose();
  };
  return (
    <FormDialog title={t('hours.addTitle')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <ChoiceField
        form={form}
        name="kind"
        label={t('hours.kind')}
        isRequired
        options={ENTERED_ACTIVITY_KINDS.map((value) => ({
          value,
          label: t(`hours.kind.${value}`),
        }))}
      />
      {(['start', 'end'] as const).map((name) => (
        <Field
          key={name}
          label={t(`hours.${name}`)}
          hint={t('hours.inUtc')}
          isRequired
          fault={faults[name]}
        >
          {(props) => (
            <DateTimeInput
              {...props}
              label={t(`hours.${name}`)}
              value={draft[name]}
              dates={dates}
              Opener={Popover}
              t={t}
              onChange={(value) => form.change({ [name]: value })}
            />
          )}
        </Field>
      ))}
      <SwitchField form={form} name="is_crew" label={t('hours.isCrew')} />
      <SwitchField form={form} name="is_ferry" label={t('hours.isFerry')} />
      <SwitchField form={form} name="is_out_of_scope" label={t('hours.isOutOfScope')} />
      <TextField
        form={form}
        name="note"
        label={t('hours.reason')}
        hint={t('hours.reasonHint')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}
