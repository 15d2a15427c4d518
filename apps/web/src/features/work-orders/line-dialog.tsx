import { useTranslation } from 'react-i18next';
import { pathOf } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { sendForm } from '../../ui/send-form.ts';
import { toast } from '../../ui/toast.ts';
import { clockedHours, type Draft, LineFields } from './line-fields.tsx';
import { type Order, useOrderChanged, useOrderSettings } from './use-orders.ts';

type Line = Order['lines'][number];

const text = (value: number | null) => (value === null ? '' : String(value));

function draftOf(order: Order, line: Line | null, labourRate: number): Draft {
  return {
    kind: line?.kind ?? 'labour',
    description: line?.description ?? '',
    quantity: line === null ? clockedHours(order) : String(line.quantity),
    unit_price: line === null ? text(labourRate || null) : String(line.unit_price),
    vat: text(line?.vat ?? null),
    invoice_number: line?.invoice_number ?? '',
    defect: line?.defect ?? null,
    warranty_state: line?.warranty_state ?? 'none',
    warranty_amount: text(line?.warranty_amount ?? null),
    document: null,
    part:
      line?.part == null
        ? null
        : { id: line.part.id, name: `${line.part.number} ${line.part.name}` },
    store: line?.store?.id ?? null,
  };
}

/** Adds a line to an order, or edits one. */
export function LineDialog({
  order,
  line,
  isClaim,
  onClose,
}: {
  readonly order: Order;
  readonly line: Line | null;
  /** Offers a warranty claim of the whole amount. */
  readonly isClaim: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useOrderChanged();
  const { data: settings } = useOrderSettings();
  const { form, setFaults } = useDialogDraft(() => ({
    ...draftOf(order, line, settings?.labour_rate ?? 0),
    ...(isClaim
      ? { warranty_state: 'claimed' as const, warranty_amount: text(line?.net ?? null) }
      : {}),
  }));
  const { draft } = form;
  const save = async () => {
    const isInvoice = draft.kind === 'external';
    const needed = isInvoice
      ? (['description', 'unit_price', 'invoice_number'] as const)
      : (['description', 'unit_price'] as const);
    const found = missing(draft, needed, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { document, vat, invoice_number: number, warranty_amount: amount, ...rest } = draft;
    const { part, store, ...plain } = rest;
    const isPart = plain.kind === 'part' && part !== null;
    await sendForm<Order>(
      pathOf('workOrders', line === null ? 'addLine' : 'changeLine'),
      {
        ...plain,
        version: order.version,
        quantity: isInvoice ? 1 : plain.quantity,
        ...(isInvoice ? { vat, invoice_number: number, document } : {}),
        ...(isPart ? { part: part.id, store } : {}),
        ...(plain.warranty_state === 'none' ? {} : { warranty_amount: amount }),
      },
      line === null
        ? { params: { id: order.id } }
        : { params: { id: order.id, line: line.id }, method: 'PUT' },
    );
    await changed();
    toast.success(t('workOrders.line.saved'), { subject: draft.description });
    onClose();
  };
  return (
    <FormDialog
      title={t(line === null ? 'workOrders.line.add' : 'workOrders.line.edit')}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <LineFields form={form} order={order} isIssued={line !== null && line.issued_at !== null} />
    </FormDialog>
  );
}
