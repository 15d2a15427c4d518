import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { Field } from '../../../ui/field/field.tsx';
import { faultText } from '../../../ui/field/required.ts';
import { SignatureSection } from '../../../ui/signature-pad/signature-section.tsx';
import { VehicleField } from '../../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { FormPanel } from '../form-panel.tsx';
import { DriverField } from './driver-field.tsx';
import { useLetter } from './use-letter.ts';

/**
 * The panel of a new notice letter: vehicle, driver, subject, text, and a drawn signature.
 */
export function NewLetter({
  depotId,
  onClose,
}: {
  readonly depotId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { user } = useSession().current;
  const { draft, change, faults, isBusy, save } = useLetter(depotId, onClose);
  return (
    <FormPanel title={t('vehicleCheck.newLetter')} isBusy={isBusy} onSave={save} onClose={onClose}>
      <VehicleField
        label={t('vehicleCheck.column.registration')}
        isRequired
        fault={faults.vehicle}
        selected={draft.vehicle}
        onChange={(vehicle) => change({ vehicle })}
      />
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
        {faultText(
          [...(faults.signature ?? []), ...(faults.signed_name ?? [])],
          t('signature.title'),
        )}
      </p>
    </FormPanel>
  );
}
