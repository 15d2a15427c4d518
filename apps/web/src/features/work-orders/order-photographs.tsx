import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import { sendForm } from '../../ui/send-form.ts';
import { toast } from '../../ui/toast.ts';
import { RecordPhotographs } from '../records/record/records-record-photographs.tsx';
import { type Order, useOrderChanged } from './use-orders.ts';

function PhotographsDialog({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const changed = useOrderChanged();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    if (photos.length === 0) {
      setFaults({ photos: [t('workOrders.photographs.missing')] });
      return;
    }
    await sendForm(
      pathOf('workOrders', 'addPhotographs'),
      { photos },
      { params: { id: order.id } },
    );
    await changed();
    toast.success(t('workOrders.photographs.added'), { subject: order.reference_number });
    onClose();
  };
  return (
    <FormDialog
      title={t('workOrders.photographs.add')}
      onFaults={setFaults}
      onClose={onClose}
      onSave={save}
    >
      <PhotographsField photos={photos} fault={faults.photos} onChange={setPhotos} />
    </FormDialog>
  );
}

/** The photographs of an order. */
export function OrderPhotographs({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RecordPhotographs
        photographs={order.photographs.map((one) => ({ ...one, shows: 'repair' as const }))}
      />
      {order.may_change && (
        <span>
          <Button onClick={() => setIsOpen(true)}>{t('workOrders.photographs.add')}</Button>
        </span>
      )}
      {isOpen && <PhotographsDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}
