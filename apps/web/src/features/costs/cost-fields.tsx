import { COST_CATEGORIES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { CostOwner } from './cost-owner-fields.tsx';
import type { CostDraft, CostEntry } from './costs.ts';

/** The fields of a cost. */
export function CostFields({ one: _, ...form }: FormProps<CostDraft, CostEntry>) {
  const { t } = useTranslation();
  const { draft } = form;
  return (
    <>
      <CostOwner form={form} categories={COST_CATEGORIES} />
      <TextField
        form={form}
        name="amount"
        type="number"
        label={t('costs.amount')}
        hint={t('costs.amountHint')}
        isRequired
      />
      {draft.category === 'fuel' && (
        <>
          <TextField form={form} name="litres" type="number" label={t('costs.litres')} />
          <TextField form={form} name="energy_kwh" type="number" label={t('costs.energyKwh')} />
          <TextField form={form} name="product" label={t('costs.product')} maxLength={80} />
          <TextField
            form={form}
            name="time"
            label={t('costs.time')}
            hint={t('costs.timeHint')}
            maxLength={5}
          />
          <TextField
            form={form}
            name="place"
            label={t('costs.place')}
            hint={t('costs.placeHint')}
            maxLength={120}
          />
        </>
      )}
      <DayField form={form} name="starts_on" label={t('costs.startsOn')} isRequired />
      <DayField form={form} name="ends_on" label={t('costs.endsOn')} hint={t('costs.endsOnHint')} />
      <TextField form={form} name="supplier" label={t('costs.supplier')} maxLength={120} />
      <TextField
        form={form}
        name="reference"
        label={t('costs.reference')}
        hint={t('costs.referenceHint')}
        maxLength={80}
      />
      <TextField form={form} name="note" label={t('costs.note')} maxLength={500} />
    </>
  );
}
