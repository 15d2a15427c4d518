import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, DayField, SwitchField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { Campaign, CampaignVehicle } from './campaigns.ts';
import { CAMPAIGNS_KEY } from './campaigns-key.ts';

const SET_STATES = ['open', 'done', 'not_affected'] as const;

/** Sets a vehicle as done or not affected, or takes that back. */
export function StateDialog({
  one,
  line,
  onClose,
}: {
  readonly one: Campaign;
  readonly line: CampaignVehicle;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { form, setFaults } = useDialogDraft(() => ({
    state: (line.state === 'done' || line.state === 'not_affected'
      ? line.state
      : 'open') as (typeof SET_STATES)[number],
    reason: line.reason ?? '',
    done_on: line.done_on ?? '',
  }));
  const { done_on, reason, state } = form.draft;
  const save = async () => {
    await api.workOrderCampaigns.setVehicle({
      params: { id: one.id, vehicle: line.vehicle.id },
      body: { state, reason, done_on: done_on === '' ? null : done_on },
    });
    await cache.invalidateQueries({ queryKey: [CAMPAIGNS_KEY] });
    toast.success(t('recalls.saved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('recalls.setStateTitle', { vehicle: line.vehicle.registration })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="state"
        label={t('recalls.state')}
        isRequired
        options={SET_STATES.map((value) => ({ value, label: t(`recalls.set.${value}`) }))}
      />
      {state === 'done' && (
        <DayField form={form} name="done_on" label={t('recalls.doneOn')} isRequired />
      )}
      {state === 'not_affected' && (
        <TextField
          form={form}
          name="reason"
          label={t('recalls.reason')}
          isRequired
          maxLength={300}
        />
      )}
    </FormDialog>
  );
}

/** Creates a work order for each selected open vehicle. */
export function OrdersDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: Campaign;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const open = one.list.filter(({ state }) => state === 'open').slice(0, 200);
  const { form, setFaults } = useDialogDraft(
    (): Readonly<Record<string, string | boolean>> => ({
      due_on: one.due_on ?? '',
      ...Object.fromEntries(open.map(({ vehicle }) => [`vehicle${vehicle.id}`, true])),
    }),
  );
  const save = async () => {
    const vehicles = open
      .map(({ vehicle }) => vehicle.id)
      .filter((id) => form.draft[`vehicle${id}`] === true);
    if (vehicles.length === 0) {
      setFaults({ due_on: requiredFault(t) });
      return;
    }
    const due = String(form.draft.due_on ?? '');
    await api.workOrderCampaigns.createOrders({
      params: { id: one.id },
      body: { vehicles, due_on: due === '' ? null : due },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('recalls.createOrders')}
      action={t('recalls.createOrders')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('recalls.createOrdersText')}</p>
      <DayField form={form} name="due_on" label={t('recalls.dueOn')} />
      {open.map(({ vehicle }) => (
        <SwitchField
          key={vehicle.id}
          form={form}
          name={`vehicle${vehicle.id}`}
          label={vehicle.registration}
        />
      ))}
    </FormDialog>
  );
}
