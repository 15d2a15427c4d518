import type { CostCategory } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { ChoiceField, DraftVehicleField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

/** The vehicle and the category of a cost. */
export function CostOwner<
  Draft extends { readonly vehicle: ChosenVehicle | null; readonly category: CostCategory | null },
>({
  form,
  categories,
}: {
  readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'>;
  readonly categories: readonly CostCategory[];
}) {
  const { t } = useTranslation();
  return (
    <>
      <DraftVehicleField form={form} label={t('costs.vehicle')} />
      <ChoiceField
        form={form}
        name="category"
        label={t('costs.category')}
        isRequired
        options={categories.map((value) => ({ value, label: t(`costs.kind.${value}`) }))}
      />
    </>
  );
}
