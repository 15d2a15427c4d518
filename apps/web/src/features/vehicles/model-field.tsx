import type { VehicleType } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { Select } from '../../ui/select/select.tsx';
import type { useVehicleLists } from './vehicles-choices.ts';

interface OfModel {
  readonly manufacturer_model: number | null;
  readonly type?: VehicleType | undefined;
}

/**
 * The manufacturer, which filters the list of models, and the model, which sets the type of the
 * vehicle.
 */
export function ModelField<Draft extends OfModel>({
  form,
  lists,
  none,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly lists: Pick<ReturnType<typeof useVehicleLists>, 'manufacturers' | 'models'>;
  /** The label for no model. */
  readonly none: string;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<number | null>(null);
  const { models, manufacturers } = lists;
  const chosen = models.find(({ id }) => id === form.draft.manufacturer_model);
  const manufacturer = asked ?? chosen?.manufacturer ?? null;
  const offered = models.filter(
    (one) => manufacturer === null || one.manufacturer === manufacturer,
  );
  const nameOf = (id: number) => manufacturers.find(({ value }) => value === id)?.label ?? '';
  return (
    <div className="resource-pair">
      <Field label={t('vehicles.manufacturer')} fault={undefined}>
        {(props) => (
          <Select
            {...props}
            value={manufacturer ?? ''}
            onChange={(event) => {
              const id = Number(event.currentTarget.value) || null;
              setAsked(id);
              if (id !== chosen?.manufacturer) {
                form.change({ manufacturer_model: null } as Partial<Draft>);
              }
            }}
          >
            <option value="">{t('vehicles.anyManufacturer')}</option>
            {manufacturers.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ChoiceField
        form={{
          ...form,
          change: (changes) => {
            const model = models.find(({ id }) => id === changes.manufacturer_model);
            const type = model?.vehicle_type.reference;
            form.change(type === undefined ? changes : { ...changes, type });
          },
        }}
        name="manufacturer_model"
        label={t('vehicles.model')}
        none={none}
        options={offered.map(({ id, name, manufacturer: of }) => ({
          value: id,
          label: manufacturer === null ? `${nameOf(of)} ${name}` : name,
        }))}
      />
    </div>
  );
}
