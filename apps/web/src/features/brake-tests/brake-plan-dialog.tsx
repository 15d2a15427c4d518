import { BRAKE_CATEGORIES, BRAKE_REGIMES, VEHICLE_USES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Field } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { BrakeDialogProps } from './brake-test-dialog.tsx';

const MAX_ASSESSMENT = 2000;

/** How a vehicle meets the rule of the year, and what decides its inspection interval. */
export function BrakePlanDialog({ brakes, onDone, onClose }: BrakeDialogProps) {
  const { t } = useTranslation();
  const { plan } = brakes;
  const { form, setFaults } = useDialogDraft({
    ...plan,
    review_on: plan.review_on ?? '',
    licence_weeks: plan.licence_weeks === null ? '' : String(plan.licence_weeks),
  });
  const { draft, faults } = form;
  const isAssessed = draft.regime === 'risk_assessment';
  const save = async () => {
    const found = isAssessed ? missing(draft, ['assessment', 'assessed_by'], t) : {};
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const weeks = draft.licence_weeks.trim();
    await api.brakeTests.changePlan({
      params: { id: brakes.vehicle.id },
      body: {
        ...draft,
        review_on: draft.review_on === '' ? null : draft.review_on,
        licence_weeks: weeks === '' ? null : Number(weeks),
      },
    });
    toast.success(t('brakes.planSaved'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('brakes.planFor', { registration: brakes.vehicle.registration })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="regime"
        label={t('brakes.regime')}
        isRequired
        options={BRAKE_REGIMES.map((value) => ({ value, label: t(`brakes.regime.${value}`) }))}
      />
      {isAssessed && (
        <>
          <Field
            label={t('brakes.assessment')}
            hint={t('brakes.assessmentHint')}
            isRequired
            fault={faults.assessment}
          >
            {(props) => (
              <textarea
                {...props}
                rows={4}
                maxLength={MAX_ASSESSMENT}
                value={draft.assessment}
                onChange={(event) => form.change({ assessment: event.currentTarget.value })}
              />
            )}
          </Field>
          <TextField
            form={form}
            name="assessed_by"
            label={t('brakes.assessedBy')}
            isRequired
            maxLength={90}
          />
          <DayField form={form} name="review_on" label={t('brakes.reviewOn')} />
        </>
      )}
      <ChoiceField
        form={form}
        name="category"
        label={t('brakes.category')}
        none={t('brakes.categoryByType')}
        options={BRAKE_CATEGORIES.map((value) => ({
          value,
          label: t(`brakes.category.${value}`),
        }))}
      />
      <TextField
        form={form}
        name="licence_weeks"
        type="number"
        label={t('brakes.licenceWeeks')}
        hint={t('brakes.licenceWeeksHint')}
      />
      <ChoiceField
        form={form}
        name="use"
        label={t('brakes.use')}
        none={t('brakes.useUnknown')}
        options={VEHICLE_USES.map((value) => ({ value, label: t(`brakes.use.${value}`) }))}
      />
    </FormDialog>
  );
}
