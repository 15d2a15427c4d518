import type { DefectStep } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../../ui/field/form-dialog.tsx';
import { SignatureSection } from '../../../ui/signature-pad/signature-section.tsx';
import { toast } from '../../../ui/toast.ts';
import { type StepForm, sendStep } from './send-step.ts';
import { AssignFields, RepairFields, type StepFields } from './step-fields.tsx';
import { type Defect, useRecordChanged } from './use-record.ts';

const MAX_NOTE = 500;

/** The assessment, the work done, or the reason for sending it back. */
function NoteField({ form, faults, change }: StepFields) {
  const { t } = useTranslation();
  return (
    <Field label={t(`record.note.${form.step}`)} isRequired fault={faults.note}>
      {(props) => (
        <textarea
          {...props}
          rows={3}
          maxLength={MAX_NOTE}
          value={form.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function emptyForm(defect: Defect, step: DefectStep): StepForm {
  const { version } = defect;
  const key = crypto.randomUUID();
  const isAssigned = step === 'assign';
  const texts = {
    note: '',
    repairer: isAssigned ? (defect.repairer ?? '') : '',
    jobNumber: '',
    expectedBack: isAssigned ? (defect.expected_back?.slice(0, 10) ?? '') : '',
    labourCost: '',
    partsCost: '',
  };
  return { step, version, ...texts, photos: [], signature: null, key };
}

/** The dialog for a step of a defect, with errors next to the fields. */
export function StepDialog({
  defect,
  step,
  onClose,
}: {
  readonly defect: Defect;
  readonly step: DefectStep;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useRecordChanged();
  const [form, setForm] = useState(() => emptyForm(defect, step));
  const [faults, setFaults] = useState<Faults>({});
  // Changed content needs a new idempotency key.
  const change: StepFields['change'] = (changes) =>
    setForm((now) => ({ ...now, ...changes, key: crypto.randomUUID() }));
  const fields = { form, faults, change };
  return (
    <FormDialog
      title={t(`record.step.${step}`)}
      onClose={onClose}
      onFaults={setFaults}
      onSave={async () => {
        setFaults({});
        await sendStep(defect.id, form);
        await changed();
        toast.success(t(`record.done.${step}`));
        onClose();
      }}
    >
      {step === 'sign_off' ? (
        <>
          <p>{t('record.signOffText', { registration: defect.vehicle.registration })}</p>
          <SignatureSection
            value={form.signature}
            onSign={({ image }) => change({ signature: image })}
          />
        </>
      ) : step === 'assign' ? (
        <AssignFields {...fields} />
      ) : (
        <NoteField {...fields} />
      )}
      {step === 'repair' && <RepairFields {...fields} defect={defect} />}
    </FormDialog>
  );
}
