import { WORK_ORDER_PLACES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import {
  ChoiceField,
  DayField,
  DraftVehicleField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { OrderDraft } from './order-draft.ts';
import { type Order, useOrderSettings } from './use-orders.ts';

type Form = Pick<FormProps<OrderDraft, Order>, 'draft' | 'faults' | 'change'>;

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 2000;

/** Bay, time and technicians of the own workshop. */
export function PlanFields(form: Form) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { data: settings } = useOrderSettings();
  const { draft, faults, change } = form;
  return (
    <>
      <ChoiceField
        form={form}
        name="bay"
        label={t('workOrders.bay')}
        none={t('workOrders.noBay')}
        options={(settings?.bays ?? []).map((bay) => ({ value: bay, label: bay }))}
      />
      <Field label={t('workOrders.planned')} fault={faults.planned_at}>
        {(props) => (
          <DateTimeInput
            {...props}
            label={t('workOrders.planned')}
            value={draft.planned_at}
            dates={dates}
            Opener={Popover}
            t={t}
            onChange={(value) => change({ planned_at: value })}
          />
        )}
      </Field>
      <TextField
        form={form}
        name="planned_minutes"
        type="number"
        label={t('workOrders.plannedMinutes')}
      />
      <TextField
        form={form}
        name="technicians"
        label={t('workOrders.technicians')}
        hint={t('workOrders.techniciansHint')}
        maxLength={500}
      />
    </>
  );
}

/** The fields of an order: what, where, by whom and until when. */
export function OrderFields({ hasVehicle, ...form }: Form & { readonly hasVehicle: boolean }) {
  const { t } = useTranslation();
  const { data: settings } = useOrderSettings();
  const { draft, faults, change } = form;
  return (
    <>
      {hasVehicle && <DraftVehicleField form={form} label={t('recordList.registration')} />}
      <TextField
        form={form}
        name="title"
        label={t('workOrders.name')}
        isRequired
        maxLength={MAX_TITLE}
      />
      <Field label={t('workOrders.description')} fault={faults.description}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={MAX_DESCRIPTION}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <ChoiceField
        form={form}
        name="place"
        label={t('workOrders.place')}
        isRequired
        options={WORK_ORDER_PLACES.map((value) => ({
          value,
          label: t(`workOrders.place.${value}`),
        }))}
      />
      {draft.place === 'internal' ? (
        <PlanFields {...form} />
      ) : (
        <ChoiceField
          form={form}
          name="repairer"
          label={t('record.repairer')}
          hint={t('workOrders.repairerHint')}
          none={t('workOrders.noRepairer')}
          options={(settings?.repairers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <DayField form={form} name="due_on" label={t('workOrders.due')} />
    </>
  );
}
