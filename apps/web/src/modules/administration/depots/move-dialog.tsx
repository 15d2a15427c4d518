import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../../shell/toast.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import type { BulkAction } from '../../../widgets/resource/resource.ts';
import { useRegions } from './fields.tsx';

/** Moves the chosen depots to another region. */
export const MoveDialog: BulkAction['Dialog'] = ({ ids, onDone, onClose }) => {
  const { t } = useTranslation();
  const regions = useRegions();
  const [region, setRegion] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  return (
    <FormDialog
      title={t('depots.moveTitle', { count: ids.length })}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        const body = { ids: [...ids], region: region === '' ? null : Number(region) };
        await api.depots.move({ body });
        toast.success(t('toast.updated'));
        onDone();
      }}
    >
      <Field label={t('depots.region')} fault={faults.region}>
        {(props) => (
          <select
            {...props}
            value={region}
            onChange={(event) => setRegion(event.currentTarget.value)}
          >
            <option value="">{t('depots.noRegion')}</option>
            {regions.map(({ value, label }) => (
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
