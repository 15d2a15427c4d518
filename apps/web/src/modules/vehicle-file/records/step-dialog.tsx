import type { DefectStep } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../shell/toast.ts';
import { Field } from '../../../widgets/field/field.tsx';
import { type Faults, FormDialog } from '../../../widgets/field/form-dialog.tsx';
import { PhotoPicker } from '../../../widgets/photo-picker/photo-picker.tsx';
import { SignatureSection } from '../../../widgets/signature-pad/signature-section.tsx';
import { type StepForm, sendStep } from './send-step.ts';
import { type Defect, useRecordChanged } from './use-record.ts';

/** Sharp enough to read a part number, and sent in seconds from a workshop. */
const PHOTOGRAPH_QUALITY = '1600px';
const MAX_NOTE = 500;

type Change = (changes: Partial<StepForm>) => void;
interface Fields {
  readonly form: StepForm;
  readonly faults: Faults;
  readonly change: Change;
}

/** The assessment, what was done, or why it is sent back. */
function NoteField({ form, faults, change }: Fields) {
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

/** Who put it right, and the evidence of it. */
function RepairFields({ form, faults, change }: Fields) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('record.repairer')} hint={t('record.repairerHint')} fault={faults.repairer}>
        {(props) => (
          <input
            {...props}
            value={form.repairer}
            maxLength={90}
            onChange={(event) => change({ repairer: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('record.jobNumber')} fault={faults.job_number}>
        {(props) => (
          <input
            {...props}
            value={form.jobNumber}
            maxLength={60}
            onChange={(event) => change({ jobNumber: event.currentTarget.value })}
          />
        )}
      </Field>
      <p className="field-hint">{t('record.evidence')}</p>
      <PhotoPicker
        photos={form.photos}
        label={t('record.choosePhotographs')}
        quality={PHOTOGRAPH_QUALITY}
        onChange={(photos) => change({ photos })}
      />
      <p className="field-fault" role="alert">
        {faults.photos?.join(' ')}
      </p>
    </>
  );
}

function emptyForm(defect: Defect, step: DefectStep): StepForm {
  const { version } = defect;
  const key = crypto.randomUUID();
  const texts = { note: '', repairer: '', jobNumber: '' };
  return { step, version, ...texts, photos: [], signature: null, key };
}

/** Takes a step of a defect: what it asks for, and what is wrong with it beside each field. */
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
  // Another content is another request: it gets another key.
  const change: Change = (changes) =>
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
      ) : (
        <NoteField {...fields} />
      )}
      {step === 'repair' && <RepairFields {...fields} />}
    </FormDialog>
  );
}
