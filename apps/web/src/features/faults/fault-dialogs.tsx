import { type FaultNext, SEVERITIES, type Severity } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { row } from '../../ui/look/look.ts';
import { AreaField, ChoiceField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { VorDialog } from '../records/record/vor-dialog.tsx';
import { OrderDialog } from '../work-orders/new-order-dialog.tsx';
import { FAULTS_KEY, type Fault } from './faults.ts';

interface DialogProps {
  readonly one: Fault;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The most characters of a title of a work order. */
const TITLE_LENGTH = 120;

function DefectDialog({ one, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft<{ severity: Severity | null; finding: string }>({
    severity: one.severity,
    finding: one.title,
  });
  const { draft } = form;
  const save = async () => {
    const found = missing(draft, ['severity', 'finding'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { id, version } = one;
    const { finding, severity } = draft;
    await api.faults.createDefect({
      params: { id },
      body: { finding, severity: severity ?? one.severity, version },
    });
    toast.success(t('faults.defectReported'));
    onDone();
  };
  return (
    <FormDialog
      title={t('faults.next.defect')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <ChoiceField
        form={form}
        name="severity"
        label={t('faults.severity')}
        options={SEVERITIES.map((value) => ({ value, label: t(`record.severity.${value}`) }))}
        isRequired
      />
      <AreaField
        form={form}
        name="finding"
        label={t('faults.finding')}
        maxLength={500}
        isRequired
      />
    </FormDialog>
  );
}

function NoteDialog({ one, onDone, onClose, isClosing }: DialogProps & { isClosing: boolean }) {
  const { t } = useTranslation();
  const { form, setFaults } = useDialogDraft({ note: '' });
  const { draft } = form;
  const save = async () => {
    const found = missing(draft, ['note'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const params = { id: one.id };
    if (isClosing) await api.faults.close({ params, body: { ...draft, version: one.version } });
    else await api.faults.addNote({ params, body: draft });
    toast.success(t(isClosing ? 'faults.closed' : 'faults.noteAdded'));
    onDone();
  };
  return (
    <FormDialog
      title={t(isClosing ? 'faults.next.close' : 'faults.next.note')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <AreaField
        form={form}
        name="note"
        label={t(isClosing ? 'faults.closeReason' : 'faults.note')}
        hint={t(isClosing ? 'faults.closeHint' : 'faults.noteHint')}
        maxLength={500}
        isRequired
      />
    </FormDialog>
  );
}

/** Buttons for what is missing in the thread, as far as the person may do it. */
export function FaultActions({ one }: { readonly one: Fault }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<FaultNext | null>(null);
  const changed = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: [FAULTS_KEY] });
  };
  if (one.next.length === 0) return null;
  const bound = { one, onDone: changed, onClose: () => setOpen(null) };
  return (
    <div className={row({ gap: 2, wrap: true })}>
      {one.next.map((next, n) => (
        <Button key={next} {...(n === 0 ? { kind: 'primary' } : {})} onClick={() => setOpen(next)}>
          {t(`faults.next.${next}`)}
        </Button>
      ))}
      {open === 'defect' && <DefectDialog {...bound} />}
      {(open === 'note' || open === 'close') && (
        <NoteDialog {...bound} isClosing={open === 'close'} />
      )}
      {open === 'off_road' && (
        <VorDialog
          vehicleId={one.vehicle.id}
          defectId={one.defect?.id ?? null}
          entry={null}
          onClose={changed}
        />
      )}
      {open === 'order' && (
        <OrderDialog
          first={{ vehicle: one.vehicle, title: one.title.slice(0, TITLE_LENGTH) }}
          source={{ fault: one.id, defects: one.defect === null ? [] : [one.defect.id] }}
          onClose={changed}
        />
      )}
    </div>
  );
}
