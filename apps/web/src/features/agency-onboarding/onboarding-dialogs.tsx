import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { AreaField, ChoiceField, DayField } from '../../ui/resource/bound-fields.tsx';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { type Days, type Onboarding, onboardingName } from './agency-onboarding.ts';
import { DaysField } from './invitation-fields.tsx';

export interface StepProps {
  readonly one: Onboarding;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A dialog for a new link: it asks for how long the link is valid. */
function LinkStep({
  title,
  text,
  send,
  onDone,
  onClose,
}: Omit<StepProps, 'one'> & {
  readonly title: string;
  readonly text: string;
  readonly send: (days: Days) => Promise<unknown>;
}) {
  const { form, setFaults } = useDialogDraft<{ readonly days: Days }>({ days: 14 });
  return (
    <FormDialog
      title={title}
      action={title}
      onSave={async () => {
        await send(form.draft.days);
        onDone();
      }}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{text}</p>
      <DaysField form={form} />
    </FormDialog>
  );
}

/** Sends the invitation again with a new link. */
export function ResendDialog({ one, ...step }: StepProps) {
  const { t } = useTranslation();
  return (
    <LinkStep
      {...step}
      title={t('agencyOnboarding.resend')}
      text={t('agencyOnboarding.resendText', { email: one.email })}
      send={(days) => api.agencyOnboarding.resend({ params: { id: one.id }, body: { days } })}
    />
  );
}

/** Asks the driver to correct the rejected documents. */
export function SendBackDialog({ one, ...step }: StepProps) {
  const { t } = useTranslation();
  const { id, version } = one;
  return (
    <LinkStep
      {...step}
      title={t('agencyOnboarding.sendBack')}
      text={t('agencyOnboarding.sendBackText', { email: one.email })}
      send={(days) => api.agencyOnboarding.sendBack({ params: { id }, body: { days, version } })}
    />
  );
}

/** Rejects the whole onboarding with a reason. */
export function RejectDialog({ one, onDone, onClose }: StepProps) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft({ reason: '' });
  const save = async () => {
    await api.agencyOnboarding.reject({
      params: { id: one.id },
      body: { reason: form.draft.reason, version: one.version },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('agencyOnboarding.rejectAll')}
      action={t('agencyOnboarding.reject')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <AreaField
        form={form}
        name="reason"
        label={t('agencyOnboarding.reason')}
        hint={t('agencyOnboarding.reasonHint')}
        isRequired
        maxLength={500}
      />
    </FormDialog>
  );
}

interface AcceptDraft {
  /** An existing driver; null for a new one. */
  readonly driver: number | null;
  readonly vehicle: ChosenVehicle | null;
  readonly engaged_until: string;
}

/** Makes the driver, or links an existing one. */
export function AcceptDialog({ one, onDone, onClose }: StepProps) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft<AcceptDraft>({
    driver: one.matches[0]?.id ?? null,
    vehicle: null,
    engaged_until: one.engaged_until ?? '',
  });
  const { draft } = form;
  const save = async () => {
    setFaults({});
    await api.agencyOnboarding.accept({
      params: { id: one.id },
      body: {
        driver: draft.driver,
        vehicle: draft.driver === null ? (draft.vehicle?.id ?? null) : null,
        engaged_until: draft.engaged_until || null,
        version: one.version,
      },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('agencyOnboarding.accept')}
      action={t('agencyOnboarding.accept')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('agencyOnboarding.acceptText', { name: onboardingName(one) })}</p>
      {one.matches.length > 0 && (
        <ChoiceField
          form={form}
          name="driver"
          label={t('agencyOnboarding.driver')}
          hint={t('agencyOnboarding.driverHint')}
          none={t('agencyOnboarding.newDriver')}
          options={one.matches.map((match) => ({ value: match.id, label: onboardingName(match) }))}
        />
      )}
      {draft.driver === null && (
        <VehicleField
          label={t('agencyOnboarding.vehicle')}
          fault={form.faults.vehicle}
          selected={draft.vehicle}
          onChange={(vehicle) => form.change({ vehicle })}
        />
      )}
      <DayField
        form={form}
        name="engaged_until"
        label={t('driversFile.engagedUntil')}
        hint={t('driversFile.engagedUntilHint')}
      />
    </FormDialog>
  );
}
