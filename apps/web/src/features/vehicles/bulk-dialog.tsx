import type { VehicleType } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { DepotsPicker } from '../../ui/pickers/depots-picker.tsx';
import type { Chosen } from '../../ui/pickers/kind.ts';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import { PickerField } from '../../ui/resource/picker-field.tsx';
import type { BulkAction } from '../../ui/resource/resource.ts';
import { toast } from '../../ui/toast.ts';
import { ListFields } from './list-fields.tsx';
import { ModelField } from './model-field.tsx';
import { useEnergies, useTypes, useVehicleLists } from './vehicles-choices.ts';

/** Changes for several vehicles; null, or no depot, means no change. */
interface BulkDraft {
  readonly type: VehicleType | null;
  readonly vehicle_type: number | null;
  readonly manufacturer_model: number | null;
  readonly livery_category: number | null;
  readonly contract_type: number | null;
  readonly lease_company: number | null;
  readonly vehicle_groups: readonly Chosen[];
}

const NOTHING: BulkDraft = {
  type: null,
  vehicle_type: null,
  manufacturer_model: null,
  livery_category: null,
  contract_type: null,
  lease_company: null,
  vehicle_groups: [],
};

/** Only the selected changes. */
function changesOf({ vehicle_groups, ...draft }: BulkDraft) {
  const chosen = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
  return vehicle_groups.length === 0
    ? chosen
    : { ...chosen, vehicle_groups: vehicle_groups.map(({ id }) => id) };
}

/** Applies the same changes to the selected vehicles; empty fields stay unchanged. */
export const BulkDialog: BulkAction['Dialog'] = ({ ids, onDone, onClose }) => {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(NOTHING);
  const [faults, setFaults] = useState<Faults>({});
  const lists = useVehicleLists(null);
  const unchanged = t('vehicles.unchanged');
  const form = {
    draft,
    faults,
    change: (changes: Partial<BulkDraft>) => setDraft((before) => ({ ...before, ...changes })),
  };
  const modelForm = {
    draft: { manufacturer_model: draft.manufacturer_model },
    faults,
    change: form.change,
  };
  return (
    <FormDialog
      title={t('vehicles.changeMany', { count: ids.length })}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        await api.vehicles.changeMany({ body: { ids: [...ids], changes: changesOf(draft) } });
        toast.success(t('toast.updated'), {
          subject: t('vehicles.changeMany', { count: ids.length }),
        });
        onDone();
      }}
    >
      <div className="resource-fields">
        <p>{t('vehicles.changeManyHint')}</p>
        {faults.ids !== undefined && (
          <p className="resource-fault" role="alert">
            {faults.ids.join(' ')}
          </p>
        )}
        <ModelField form={modelForm} lists={lists} none={unchanged} />
        <div className="resource-pair">
          <ChoiceField
            form={form}
            name="type"
            label={t('vehicles.typeLabel')}
            none={unchanged}
            options={useTypes()}
          />
          <ChoiceField
            form={form}
            name="vehicle_type"
            label={t('vehicles.energyLabel')}
            none={unchanged}
            options={useEnergies()}
          />
        </div>
        <ListFields form={form} lists={lists} none={unchanged} />
        <PickerField
          label={t('vehicles.depots')}
          chosen={
            draft.vehicle_groups.length === 0
              ? [unchanged]
              : draft.vehicle_groups.map(({ name }) => name)
          }
          fault={faults.vehicle_groups}
        >
          <DepotsPicker
            selected={draft.vehicle_groups}
            onChange={(vehicle_groups) => form.change({ vehicle_groups })}
          />
        </PickerField>
      </div>
    </FormDialog>
  );
};
