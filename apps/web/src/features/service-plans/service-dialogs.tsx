import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import { usePlanChoices } from './plan-choices.ts';
import { metresOf, secondsOf } from './service-plans.ts';

interface DialogProps {
  readonly vehicleId: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const today = () => new Date().toISOString().slice(0, 10);

/** The fields for the meters, in the person's unit and in hours. */
function MeterFields({
  form,
  hint,
}: {
  readonly form: ReturnType<
    typeof useDialogDraft<{ odometer_m: string; engine_s: string }>
  >['form'];
  readonly hint?: string;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  return (
    <>
      <TextField
        form={form}
        name="odometer_m"
        type="number"
        label={t('servicePlans.odometerIn', { unit: t(`servicePlans.unit.${unit}`) })}
        {...(hint === undefined ? {} : { hint })}
      />
      <TextField form={form} name="engine_s" type="number" label={t('servicePlans.engineHours')} />
    </>
  );
}

/** Records that a service was done. */
export function ServiceDoneDialog({
  vehicleId,
  service,
  onDone,
  onClose,
}: DialogProps & { readonly service: { readonly id: number; readonly name: string } }) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const { form, setFaults } = useDialogDraft({ done_on: today(), odometer_m: '', engine_s: '' });
  const { done_on, engine_s, odometer_m } = form.draft;
  const save = async () => {
    await api.servicePlans.done({
      params: { vehicle: vehicleId },
      body: {
        schedule_type: service.id,
        done_on,
        odometer_m: metresOf(odometer_m, unit),
        engine_s: secondsOf(engine_s),
      },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('servicePlans.doneTitle', { service: service.name })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('servicePlans.doneHint')}</p>
      <DayField form={form} name="done_on" label={t('servicePlans.doneOn')} isRequired />
      <MeterFields form={form as never} hint={t('servicePlans.odometerHint')} />
    </FormDialog>
  );
}

/** Adds a reading of the odometer or of the engine hours. */
export function ReadingDialog({ vehicleId, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const { form, setFaults } = useDialogDraft({ odometer_m: '', engine_s: '', note: '' });
  const save = async () => {
    await api.servicePlans.addReading({
      params: { vehicle: vehicleId },
      body: {
        read_at: new Date().toISOString(),
        odometer_m: metresOf(form.draft.odometer_m, unit),
        engine_s: secondsOf(form.draft.engine_s),
        note: form.draft.note,
      },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('servicePlans.addReading')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('servicePlans.readingHint')}</p>
      <MeterFields form={form as never} />
      <TextField form={form} name="note" label={t('servicePlans.note')} maxLength={300} />
    </FormDialog>
  );
}

/** Chooses the plan of a vehicle, or none. */
export function ChoosePlanDialog({
  vehicleId,
  planId,
  onDone,
  onClose,
}: DialogProps & { readonly planId: number | null }) {
  const { t } = useTranslation();
  const plans = usePlanChoices();
  const { form, setFaults } = useDialogDraft<{ plan: number | null }>({ plan: planId });
  const { plan } = form.draft;
  const save = async () => {
    if (plan !== null) {
      await api.servicePlans.assignPlan({ params: { id: plan }, body: { vehicles: [vehicleId] } });
    } else if (planId !== null) {
      await api.servicePlans.leavePlan({ params: { vehicle: vehicleId } });
    }
    onDone();
  };
  return (
    <FormDialog
      title={t('servicePlans.choosePlan')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="plan"
        label={t('servicePlans.plan')}
        options={plans}
        none={t('servicePlans.noPlan')}
      />
    </FormDialog>
  );
}
