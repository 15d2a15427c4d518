import type { AnswerOf, contract } from '@roadworthy/contract';
import type { WorkOrderStep } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../api/client.ts';
import { useMoney } from '../../ui/display.ts';
import { Field } from '../../ui/field/field.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import { sendForm } from '../../ui/send-form.ts';
import { drawn } from '../../ui/signature-pad/drawn.ts';
import { SignatureSection } from '../../ui/signature-pad/signature-section.tsx';
import { toast } from '../../ui/toast.ts';
import { type Order, useOrderChanged } from './use-orders.ts';

const MAX_NOTE = 500;
/** Steps whose note is required. */
const WITH_NOTE: ReadonlySet<WorkOrderStep> = new Set(['refuse', 'complete', 'reopen', 'cancel']);

interface Draft {
  readonly note: string;
  readonly photos: readonly File[];
  /** A data URL; null if unsigned. */
  readonly signature: string | null;
  readonly key: string;
}

const empty = (): Draft => ({ note: '', photos: [], signature: null, key: crypto.randomUUID() });

/** The dialog of a step: what it does, its note, and the evidence of a completion. */
export function OrderStepDialog({
  order,
  step,
  onClose,
}: {
  readonly order: Order;
  readonly step: WorkOrderStep;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  const changed = useOrderChanged();
  const [draft, setDraft] = useState(empty);
  const [faults, setFaults] = useState<Faults>({});
  // Changed content needs a new idempotency key.
  const change = (changes: Partial<Draft>) =>
    setDraft((now) => ({ ...now, ...changes, key: crypto.randomUUID() }));
  const save = async () => {
    setFaults({});
    const { left } = await sendForm<AnswerOf<typeof contract.workOrders.move>>(
      pathOf('workOrders', 'move'),
      {
        step,
        version: order.version,
        note: draft.note.trim(),
        photos: draft.photos,
        signature: draft.signature === null ? null : drawn(draft.signature),
      },
      { params: { id: order.id }, key: draft.key },
    );
    await changed();
    toast.success(t(`workOrders.stepDone.${step}`), { subject: order.reference_number });
    if (left.length > 0) {
      const names = left.map(({ reference_number: number }) => number).join(', ');
      toast.warning(t('workOrders.left', { count: left.length }), names);
    }
    onClose();
  };
  return (
    <FormDialog
      title={t(`workOrders.step.${step}`)}
      action={t(`workOrders.step.${step}`)}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <p>{t(`workOrders.stepText.${step}`, { total: money(order.total) })}</p>
      {step === 'complete' && order.schedule !== null && (
        <p>{t('workOrders.scheduleHint', { name: order.schedule.name })}</p>
      )}
      <Field
        label={t(`workOrders.note.${step === 'complete' ? 'done' : 'reason'}`)}
        isRequired={WITH_NOTE.has(step)}
        fault={faults.note}
      >
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={MAX_NOTE}
            value={draft.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        )}
      </Field>
      {step === 'complete' && (
        <>
          <PhotographsField
            photos={draft.photos}
            fault={faults.photos}
            onChange={(photos) => change({ photos })}
          />
          <SignatureSection
            value={draft.signature}
            onSign={({ image }) => change({ signature: image })}
          />
        </>
      )}
    </FormDialog>
  );
}
