import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shell/session/context.ts';
import { toast } from '../../../shell/toast.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import { SignatureSection } from '../../../widgets/signature-pad/signature-section.tsx';
import { VehicleAutocomplete } from '../../../widgets/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { LISTS } from '../keys.ts';
import { DriverField } from './driver-field.tsx';
import { type LetterDraft, missingOf, sendLetter } from './send-letter.ts';

/** Writes a notice letter of a depot about one of its vehicles. */
export function NewLetter({
  depotId,
  onClose,
}: {
  readonly depotId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession().current;
  const [faults, setFaults] = useState<Faults>({});
  const [draft, setDraft] = useState<LetterDraft>({
    vehicle: null,
    driver: null,
    subject: '',
    text: '',
    signature: null,
    key: crypto.randomUUID(),
  });
  // Another content is another request: it gets another key.
  const change = (changes: Partial<LetterDraft>) =>
    setDraft((now) => ({ ...now, ...changes, key: crypto.randomUUID() }));
  const save = async () => {
    const missing = missingOf(draft);
    setFaults(Object.fromEntries(missing.map((name) => [name, [t('toast.required')]])));
    if (missing.length > 0) return;
    await sendLetter(depotId, draft);
    toast.success(t('vehicleCheck.letterSaved'));
    await client.invalidateQueries({ queryKey: [LISTS] });
    onClose();
  };
  return (
    <FormDialog
      title={t('vehicleCheck.newLetter')}
      onFaults={setFaults}
      onSave={save}
      onClose={onClose}
    >
      <Field label={t('vehicleCheck.column.registration')} isRequired fault={faults.vehicle}>
        {(props) => (
          <VehicleAutocomplete
            fieldProps={props}
            selected={draft.vehicle}
            onChange={(vehicle) => change({ vehicle })}
          />
        )}
      </Field>
      <DriverField
        selected={draft.driver}
        fault={faults.driver}
        onChange={(driver) => change({ driver })}
      />
      <Field label={t('vehicleCheck.column.subject')} isRequired fault={faults.subject}>
        {(props) => (
          <input
            {...props}
            maxLength={120}
            value={draft.subject}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('vehicleCheck.letterText')} isRequired fault={faults.text}>
        {(props) => (
          <textarea
            {...props}
            rows={8}
            maxLength={5000}
            value={draft.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
      </Field>
      <SignatureSection
        title={t('signature.title')}
        value={draft.signature?.image ?? null}
        name={draft.signature?.name ?? `${user.first_name} ${user.last_name}`.trim()}
        asksName
        onSign={(signature) => change({ signature })}
      />
      <p className="field-fault" role="alert">
        {[...(faults.signature ?? []), ...(faults.signed_name ?? [])].join(' ')}
      </p>
    </FormDialog>
  );
}
