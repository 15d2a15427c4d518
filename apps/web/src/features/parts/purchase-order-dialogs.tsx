import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import type { PurchaseOrder } from './purchase-orders.ts';
import { useStockChanged, useStoreOptions } from './use-parts.ts';

interface DialogProps {
  readonly one: PurchaseOrder;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Marks a draft as ordered, and sends it. */
export function OrderDialog({ one, onDone, onClose }: DialogProps) {
  const { t, i18n } = useTranslation();
  const { form, setFaults } = useDialogDraft<{ email: string; language: 'en' | 'pt' }>({
    email: one.supplier_email ?? '',
    language: i18n.language.startsWith('pt') ? 'pt' : 'en',
  });
  const { email, language } = form.draft;
  const save = async () => {
    const body = { version: one.version, email: email.trim() || null, language };
    await api.partOrders.order({ params: { id: one.id }, body });
    onDone();
  };
  return (
    <FormDialog title={t('parts.order.order')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('parts.email')}
        hint={t('parts.order.emailHint')}
        maxLength={254}
      />
      <ChoiceField
        form={form}
        name="language"
        label={t('parts.order.language')}
        isRequired
        options={[
          { value: 'en', label: 'English' },
          { value: 'pt', label: 'Português' },
        ]}
      />
    </FormDialog>
  );
}

/** Receives all or some of what is open. */
export function ReceiveDialog({ one, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const changed = useStockChanged();
  const open = one.lines.filter(({ quantity, received }) => received < quantity);
  const left = (line: PurchaseOrder['lines'][number]) =>
    Math.round((line.quantity - line.received) * 1000) / 1000;
  const [came, setCame] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(open.map((line) => [line.id, String(left(line))])),
  );
  const { form: note, setFaults } = useDialogDraft({ reason: '' });
  const save = async () => {
    const lines = open
      .map((line) => ({ line: line.id, quantity: Number(came[line.id]) }))
      .filter(({ quantity }) => quantity > 0);
    if (lines.length === 0) {
      const none: Faults = { lines: [t('parts.order.nothingReceived')] };
      setFaults(none);
      return;
    }
    const body = { version: one.version, reason: note.draft.reason, lines };
    await api.partOrders.receive({ params: { id: one.id }, body });
    await changed();
    onDone();
  };
  return (
    <FormDialog
      title={t('parts.order.receive')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      {open.map((line) => (
        <TextField
          key={line.id}
          form={{
            draft: came,
            faults: {},
            change: (changes) =>
              setCame((now) => ({ ...now, ...(changes as Record<string, string>) })),
          }}
          name={String(line.id)}
          type="number"
          label={`${line.part.number} ${line.part.name}`}
          hint={t('parts.order.open', {
            quantity: left(line),
            unit: t(`parts.unitShort.${line.part.unit}`),
          })}
        />
      ))}
      {note.faults.lines !== undefined && (
        <p role="alert" className="field-fault">
          {note.faults.lines.join(' ')}
        </p>
      )}
      <TextField form={note} name="reason" label={t('parts.order.deliveryNote')} maxLength={100} />
    </FormDialog>
  );
}

/** Creates drafts of what a store has too little of. */
export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const changed = useStockChanged();
  const stores = useStoreOptions();
  const { form, setFaults } = useDialogDraft<{ store: number | null }>({ store: null });
  const { store } = form.draft;
  const save = async () => {
    const found = missing(form.draft, ['store'], t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const made = await api.partOrders.propose({ body: { store: store ?? 0 } });
    await changed();
    const left = made.without_supplier;
    if (left.length > 0) {
      toast.error(t('parts.order.withoutSupplier', { parts: left.join(', ') }));
    }
    const count = made.orders.length;
    if (count > 0) toast.success(t('parts.order.proposed', { count }));
    else if (left.length === 0) toast.success(t('parts.order.nothingNeeded'));
    onClose();
  };
  return (
    <FormDialog
      title={t('parts.order.propose')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <p>{t('parts.order.proposeHint')}</p>
      <ChoiceField form={form} name="store" label={t('parts.store')} isRequired options={stores} />
    </FormDialog>
  );
}
