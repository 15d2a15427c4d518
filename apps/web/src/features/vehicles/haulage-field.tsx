import { isLightKind } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { draftKind, type Vehicle, type VehicleDraft } from './vehicles.ts';

/** Whether a car or van is used in international haulage, so that it may need a tachograph. */
export function HaulageField({ form }: { readonly form: FormProps<VehicleDraft, Vehicle> }) {
  const { t } = useTranslation();
  if (!isLightKind(draftKind(form.draft))) return null;
  return (
    <SwitchField
      form={form}
      name="is_international_haulage"
      label={t('vehicles.internationalHaulage')}
      hint={t('vehicles.internationalHaulageHint')}
    />
  );
}
