import { PLAN_CATEGORIES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CostOwner } from './cost-owner-fields.tsx';
import type { CostPlan, PlanDraft } from './cost-plans.ts';

/** The fields of a monthly cost; depreciation has a price instead of an amount. */
export function PlanFields({ one: _, ...form }: FormProps<PlanDraft, CostPlan>) {
  const { t } = useTranslation();
  const { draft } = form;
  const isDepreciation = draft.category === 'depreciation';
  return (
    <>
      <CostOwner form={form} categories={PLAN_CATEGORIES} />
      {isDepreciation ? (
        <>
          <TextField form={form} name="price" type="number" label={t('costs.price')} isRequired />
          <TextField form={form} name="residual" type="number" label={t('costs.residual')} />
          <TextField
            form={form}
            name="term_months"
            type="number"
            label={t('costs.termMonths')}
            hint={t('costs.termHint')}
            isRequired
          />
        </>
      ) : (
        <TextField
          form={form}
          name="monthly"
          type="number"
          label={t('costs.monthly')}
          hint={t('costs.amountHint')}
          isRequired
        />
      )}
      <DayField
        form={form}
        name="first_month"
        label={t('costs.firstMonth')}
        hint={t('costs.monthHint')}
        isRequired
      />
      <DayField
        form={form}
        name="last_month"
        label={t('costs.lastMonth')}
        hint={t(isDepreciation ? 'costs.soldHint' : 'costs.lastMonthHint')}
      />
      <TextField form={form} name="supplier" label={t('costs.supplier')} maxLength={120} />
      <TextField form={form} name="reference" label={t('costs.reference')} maxLength={80} />
      <TextField form={form} name="note" label={t('costs.note')} maxLength={500} />
    </>
  );
}
