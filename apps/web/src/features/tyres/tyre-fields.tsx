import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { ChoiceField, DayField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { useDepots } from '../vehicle-file/use-depots.ts';
import type { Tyre, TyreDraft } from './tyres.ts';

/** The depots as options. */
export function useDepotOptions() {
  const { data = [] } = useDepots();
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** The fields of a tyre. */
export function TyreFields({ one, ...form }: FormProps<TyreDraft, Tyre>) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const depots = useDepotOptions();
  const text = (name: keyof TyreDraft, options: object = {}) => (
    <TextField form={form} name={name} label={t(`tyres.field.${name}`)} {...options} />
  );
  return (
    <>
      {text('serial', { isRequired: true, maxLength: 40, hint: t('tyres.serialHint') })}
      <div className="resource-pair">
        {text('make', { isRequired: true, maxLength: 60 })}
        {text('model', { maxLength: 60 })}
      </div>
      {text('size', { isRequired: true, maxLength: 40, hint: t('tyres.sizeHint') })}
      <div className="resource-pair">
        {text('load_index', { maxLength: 20 })}
        {text('speed_rating', { maxLength: 5 })}
      </div>
      {text('dot_week', { maxLength: 4, hint: t('tyres.dotHint') })}
      {text('new_tread_mm', { type: 'number' })}
      <TextField
        form={form}
        name="cost"
        type="number"
        label={t('tyres.field.cost', { currency })}
        hint={t('tyres.costHint')}
      />
      <DayField
        form={form}
        name="bought_on"
        label={t('tyres.field.bought_on')}
        hint={t('tyres.boughtHint')}
      />
      {one === null && (
        <ChoiceField
          form={form}
          name="depot"
          label={t('tyres.field.depot')}
          options={depots}
          isRequired
        />
      )}
      <SwitchField form={form} name="is_retread" label={t('tyres.field.is_retread')} />
      {form.draft.is_retread && (
        <>
          {text('retread_number', { maxLength: 40 })}
          <DayField form={form} name="retreaded_on" label={t('tyres.field.retreaded_on')} />
        </>
      )}
      {text('note', { maxLength: 500 })}
    </>
  );
}
