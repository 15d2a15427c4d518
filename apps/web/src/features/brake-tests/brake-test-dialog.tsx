import type { AnswerOf, contract } from '@roadworthy/contract';
import { fromLocalMinute, toApiDateTime, toLocalMinute } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { addressOf, api, callHeaders, pathOf } from '../../api/client.ts';
import { fetched } from '../../api/fetched.ts';
import { DateTimeInput } from '../../ui/date-field/date-time-input.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { FileButton } from '../../ui/file-button/file-button.tsx';
import { row } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { type BrakeDraft, figuresOf, NO_BRAKES } from './brake-test-draft.ts';
import { BrakeTestFields } from './brake-test-fields.tsx';
import { InspectorField } from './inspector-field.tsx';

export type VehicleBrakes = AnswerOf<typeof contract.brakeTests.vehicle>;

interface Draft extends BrakeDraft {
  /** YYYY-MM-DDTHH:mm in the person's time zone. */
  readonly tested_at: string;
  readonly tester: string;
  readonly place: string;
  readonly print_out: File | null;
}

const PRINT_OUTS = 'image/jpeg,image/png,image/webp,application/pdf';

/** Attaches the print-out of a test. */
async function attach(id: number, file: File): Promise<void> {
  const body = new FormData();
  body.append('document', file, file.name);
  await fetched(addressOf(pathOf('brakeTests', 'printOut'), { params: { id } }), {
    method: 'POST',
    headers: { Accept: 'application/json', ...callHeaders() },
    body,
  });
}

function PrintOutField({
  file,
  fault,
  onChange,
}: {
  readonly file: File | null;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (file: File | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={row({ gap: 2, align: 'center', wrap: true })}>
        <FileButton
          label={t(file === null ? 'brakes.attachPrintOut' : 'brakes.replacePrintOut')}
          accept={PRINT_OUTS}
          onFiles={([first]) => onChange(first ?? null)}
        />
        {file !== null && <span>{file.name}</span>}
      </div>
      {fault !== undefined && (
        <p className="field-fault" role="alert">
          {fault.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Props of a dialog about the brakes of a vehicle. */
export interface BrakeDialogProps {
  readonly brakes: VehicleBrakes;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Records a brake test of a vehicle between inspections, with its print-out. */
export function BrakeTestDialog({ brakes, onDone, onClose }: BrakeDialogProps) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { form, setFaults } = useDialogDraft<Draft>({
    ...NO_BRAKES,
    tested_at: toLocalMinute(Date.now(), dates.timeZone),
    tester: '',
    place: '',
    print_out: null,
  });
  const { draft, faults } = form;
  const save = async () => {
    const found = missing(draft, ['tested_at', 'tester', 'method'], t);
    setFaults(found);
    const figures = figuresOf(draft, brakes.category);
    if (Object.keys(found).length > 0 || figures === null) return;
    const { place, print_out: printOut, tester } = draft;
    const testedAt = toApiDateTime(fromLocalMinute(draft.tested_at, dates.timeZone));
    const body = { ...figures, tested_at: testedAt, tester, place };
    const made = await api.brakeTests.create({ params: { id: brakes.vehicle.id }, body });
    toast.success(t('brakes.saved'));
    // The test is stored by now: a file that cannot be used is told apart from it.
    if (printOut !== null) {
      await attach(made.id, printOut).catch((error: Error) =>
        toast.error(t('brakes.printOutFailed', { reason: error.message })),
      );
    }
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('brakes.recordFor', { registration: brakes.vehicle.registration })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <Field label={t('brakes.testedAt')} isRequired fault={faults.tested_at}>
        {(props) => (
          <DateTimeInput
            {...props}
            label={t('brakes.testedAt')}
            value={draft.tested_at}
            dates={dates}
            Opener={Popover}
            t={t}
            onChange={(value) => form.change({ tested_at: value })}
          />
        )}
      </Field>
      <InspectorField form={form} name="tester" label={t('brakes.tester')} />
      <TextField form={form} name="place" label={t('brakes.place')} maxLength={120} />
      <BrakeTestFields form={form} category={brakes.category} limits={brakes.limits} />
      <PrintOutField
        file={draft.print_out}
        fault={faults.document}
        onChange={(file) => form.change({ print_out: file })}
      />
    </FormDialog>
  );
}
