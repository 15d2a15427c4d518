import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../../shell/toast.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import type { BulkAction } from '../../../widgets/resource/resource.ts';
import { useCategories } from './fields.tsx';

/** Gives the chosen drivers a category. */
export const CategoryDialog: BulkAction['Dialog'] = ({ ids, onDone, onClose }) => {
  const { t } = useTranslation();
  const categories = useCategories();
  const [category, setCategory] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  return (
    <FormDialog
      title={t('drivers.changeCategory')}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        const chosen = category === '' ? null : Number(category);
        await api.drivers.changeMany({ body: { ids: [...ids], category: chosen } });
        toast.success(t('toast.updated'));
        onDone();
      }}
    >
      <Field label={t('drivers.category')} fault={faults.category}>
        {(props) => (
          <select
            {...props}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
          >
            <option value="">{t('drivers.noCategory')}</option>
            {categories.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
};
