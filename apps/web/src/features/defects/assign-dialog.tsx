import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import type { BulkAction } from '../../ui/resource/resource.ts';
import { toast } from '../../ui/toast.ts';
import { AssignFields } from '../records/record/step-fields.tsx';

/** Assigns the selected defects to one repairer; says which of them do not wait for one. */
export const AssignDialog: BulkAction['Dialog'] = ({ ids, onDone, onClose }) => {
  const { t } = useTranslation();
  const [form, setForm] = useState({ repairer: '', expectedBack: '' });
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    setFaults({});
    const repairer = form.repairer.trim();
    const { changed, left } = await api.defects.assignMany({
      body: {
        ids: [...ids],
        repairer,
        ...(form.expectedBack === '' ? {} : { expected_back: `${form.expectedBack}T00:00:00Z` }),
      },
    });
    if (changed > 0)
      toast.success(t('defects.assigned', { count: changed }), { subject: repairer });
    if (left.length > 0) {
      const names = left.map(
        ({ reference_number: number, state }) => `${number} (${t(`record.state.${state}`)})`,
      );
      toast.warning(t('defects.notAssigned', { count: left.length }), names.join(', '));
    }
    onDone();
  };
  return (
    <FormDialog
      title={t('defects.assignMany', { count: ids.length })}
      action={t('defects.assign')}
      onClose={onClose}
      onFaults={setFaults}
      onSave={save}
    >
      <AssignFields
        form={form}
        faults={faults}
        change={(changes) => setForm((now) => ({ ...now, ...changes }))}
      />
    </FormDialog>
  );
};
