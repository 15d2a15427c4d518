import { ASSET_KINDS, kindFits } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { ChoiceField, FieldGroup, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { HaulageField } from './haulage-field.tsx';
import { draftKind, isTrailerDraft, type Vehicle, type VehicleDraft } from './vehicles.ts';

type Form = FormProps<VehicleDraft, Vehicle>;

/** The kind of asset: those that fit the vehicle type. */
export function KindField({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { type } = form.draft;
  const shown = draftKind(form.draft);
  return (
    <ChoiceField
      form={{ ...form, draft: { ...form.draft, kind: shown } }}
      name="kind"
      label={t('vehicles.kindLabel')}
      options={ASSET_KINDS.filter((one) => kindFits(type, one)).map((value) => ({
        value,
        label: t(`vehicles.kind.${value}`),
      }))}
    />
  );
}

/** Axles, plated weights and owner. */
export function PlateFields(form: Form) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('vehicles.plate')}>
      <div className="resource-pair">
        <TextField form={form} name="axles" label={t('vehicles.axles')} type="number" />
        <TextField
          form={form}
          name="axle_weights_kg"
          label={t('vehicles.axleWeights')}
          hint={t('vehicles.axleWeightsHint')}
          maxLength={100}
        />
      </div>
      <div className="resource-pair">
        <TextField
          form={form}
          name="gross_weight_kg"
          label={t('vehicles.grossWeight')}
          hint={t('vehicles.grossWeightHint')}
          type="number"
        />
        <TextField
          form={form}
          name="train_weight_kg"
          label={t('vehicles.trainWeight')}
          hint={t('vehicles.trainWeightHint')}
          type="number"
        />
      </div>
      <HaulageField form={form} />
      {isTrailerDraft(form.draft) && (
        <TextField
          form={form}
          name="identifiers"
          label={t('vehicles.identifiers')}
          hint={t('vehicles.identifiersHint')}
          maxLength={400}
        />
      )}
      <TextField
        form={form}
        name="owner"
        label={t('vehicles.owner')}
        hint={t('vehicles.ownerHint')}
        maxLength={120}
      />
    </FieldGroup>
  );
}
