import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { VehicleDraft } from './vehicles.ts';
import type { useVehicleLists } from './vehicles-choices.ts';

type ListDraft = Pick<VehicleDraft, 'livery_category' | 'contract_type' | 'lease_company'>;

/** Livery, contract type and lease company: entries of the lists of vehicles. */
export function ListFields({
  form,
  lists,
  none,
}: {
  readonly form: Pick<FormProps<ListDraft, never>, 'draft' | 'faults' | 'change'>;
  readonly lists: ReturnType<typeof useVehicleLists>;
  /** Label of the empty option. */
  readonly none: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="resource-pair">
        <ChoiceField
          form={form}
          name="livery_category"
          label={t('vehicles.livery')}
          none={none}
          options={lists.liveries}
        />
        <ChoiceField
          form={form}
          name="contract_type"
          label={t('vehicles.contractType')}
          none={none}
          options={lists.contractTypes}
        />
      </div>
      <ChoiceField
        form={form}
        name="lease_company"
        label={t('vehicles.leaseCompany')}
        none={none}
        options={lists.leaseCompanies}
      />
    </>
  );
}
