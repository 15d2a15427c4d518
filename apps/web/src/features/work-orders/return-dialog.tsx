import { formatNumber } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { useDialogDraft } from '../../ui/field/use-dialog-draft.ts';
import { TextField } from '../../ui/resource/bound-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { type Order, useOrderChanged } from './use-orders.ts';

/** Returns some of an issued part to its store. */
export function ReturnDialog({
  order,
  line,
  onClose,
}: {
  readonly order: Order;
  readonly line: Order['lines'][number];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const changed = useOrderChanged();
  const { form, setFaults } = useDialogDraft(() => ({ quantity: String(line.quantity) }));
  const save = async () => {
    await api.workOrders.returnLine({
      params: { id: order.id, line: line.id },
      body: { version: order.version, quantity: Number(form.draft.quantity.replace(',', '.')) },
    });
    await changed();
    toast.success(t('workOrders.line.returnDone'));
    onClose();
  };
  return (
    <FormDialog
      title={t('workOrders.line.returnTitle', { part: line.part?.number })}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <p>
        {t('workOrders.line.returnHint', {
          quantity: formatNumber(line.quantity, locale, 2),
          store: line.store?.name,
        })}
      </p>
      <TextField
        form={form}
        name="quantity"
        type="number"
        label={t('workOrders.line.quantity')}
        isRequired
      />
    </FormDialog>
  );
}
