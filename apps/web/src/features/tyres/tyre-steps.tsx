import { SCRAP_REASONS } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { ChoiceField, DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { useDepotOptions } from './tyre-fields.tsx';
import { numberOf, type Tyre, timeOfDay } from './tyres.ts';

/** Fields of a dialog. */
export function useDialogForm<Draft>(first: Draft) {
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return { form: { draft, faults, change }, setFaults };
}

export const today = () => new Date().toISOString().slice(0, 10);

type StepName = 'store' | 'send' | 'return' | 'scrap';

/** The reason of a scrapped tyre. */
export function ScrapReasonField<
  Draft extends { readonly reason: (typeof SCRAP_REASONS)[number] | null },
>({ form }: { readonly form: Pick<FormProps<Draft, never>, 'draft' | 'faults' | 'change'> }) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      form={form}
      name="reason"
      label={t('tyres.reason')}
      options={SCRAP_REASONS.map((value) => ({ value, label: t(`tyres.reason.${value}`) }))}
      isRequired
    />
  );
}

interface StepProps {
  readonly one: Tyre;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function StepDialog({ step, one, onDone, onClose }: StepProps & { readonly step: StepName }) {
  const { t } = useTranslation();
  const { currency } = useDisplay();
  const depots = useDepotOptions();
  const { form, setFaults } = useDialogForm({
    at: today(),
    depot: one.depot?.id ?? null,
    retreader: '',
    retread_number: '',
    retreaded_on: today(),
    new_tread_mm: '',
    cost: '',
    reason: null as (typeof SCRAP_REASONS)[number] | null,
    note: '',
  });
  const save = async () => {
    const { at, cost, new_tread_mm, retreaded_on, ...draft } = form.draft;
    await api.tyres.step({
      params: { id: one.id },
      body: {
        ...draft,
        step,
        at: timeOfDay(at),
        retreaded_on: step === 'return' && retreaded_on !== '' ? retreaded_on : null,
        new_tread_mm: numberOf(new_tread_mm),
        cost: numberOf(cost),
      },
    });
    onDone();
  };
  const isReturn = step === 'return';
  return (
    <FormDialog
      title={t(`tyres.step.${step}`, { serial: one.serial })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <DayField form={form} name="at" label={t('tyres.at')} isRequired />
      {step === 'send' && (
        <TextField form={form} name="retreader" label={t('tyres.retreader')} maxLength={90} />
      )}
      {isReturn && (
        <>
          <TextField
            form={form}
            name="retread_number"
            label={t('tyres.field.retread_number')}
            maxLength={40}
          />
          <DayField form={form} name="retreaded_on" label={t('tyres.field.retreaded_on')} />
          <TextField
            form={form}
            name="new_tread_mm"
            type="number"
            label={t('tyres.field.new_tread_mm')}
          />
          <TextField
            form={form}
            name="cost"
            type="number"
            label={t('tyres.retreadCost', { currency })}
          />
        </>
      )}
      {(isReturn || step === 'store') && (
        <ChoiceField form={form} name="depot" label={t('tyres.field.depot')} options={depots} />
      )}
      {step === 'scrap' && <ScrapReasonField form={form} />}
      <TextField form={form} name="note" label={t('tyres.note')} maxLength={300} />
    </FormDialog>
  );
}

/** Moves a tyre to another depot. */
export const StoreDialog = (props: StepProps) => <StepDialog {...props} step="store" />;
/** Sends a tyre to the retreader. */
export const SendDialog = (props: StepProps) => <StepDialog {...props} step="send" />;
/** Takes a tyre back from the retreader. */
export const ReturnDialog = (props: StepProps) => <StepDialog {...props} step="return" />;
/** Scraps a tyre. */
export const ScrapDialog = (props: StepProps) => <StepDialog {...props} step="scrap" />;

/** Takes back the last fitting, rotation or removal. */
export function UndoDialog({ one, onDone, onClose }: StepProps) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogForm({ reason: '' });
  const { undo } = one;
  const save = async () => {
    if (undo === null) return;
    if (form.draft.reason.trim() === '') {
      setFaults({ reason: requiredFault(t) });
      return;
    }
    await api.tyres.undo({
      params: { id: one.id },
      body: { step: undo.step, reason: form.draft.reason },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('tyres.undoTitle', { serial: one.serial })}
      action={t('tyres.undo')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('tyres.undoText', { count: undo?.tyres ?? 1 })}</p>
      <TextField
        form={form}
        name="reason"
        label={t('tyres.undoReason')}
        isRequired
        maxLength={300}
      />
    </FormDialog>
  );
}
