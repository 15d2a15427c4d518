import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import {
  checkOrder,
  type OrderDraft,
  type OrderSource,
  orderDraft,
  saveOrder,
} from './order-draft.ts';
import { OrderFields } from './order-fields.tsx';
import { type Order, useOrderChanged } from './use-orders.ts';

/** The errors of fields that this form does not show, beside its name. */
const beside = ({ defects, fault, inspection, schedule, ...faults }: Faults): Faults => {
  const others = [...(defects ?? []), ...(inspection ?? []), ...(schedule ?? []), ...(fault ?? [])];
  return others.length === 0 ? faults : { ...faults, title: [...(faults.title ?? []), ...others] };
};

/** Creates an order for a vehicle and what it comes from, or edits one. */
export function OrderDialog({
  order = null,
  first = {},
  source = {},
  onClose,
}: {
  readonly order?: Order | null;
  /** Values of a new order. */
  readonly first?: Partial<OrderDraft>;
  readonly source?: OrderSource;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const navigate = useNavigate();
  const changed = useOrderChanged();
  const [draft, setDraft] = useState<OrderDraft>(() => ({
    ...orderDraft(order, dates.timeZone),
    ...first,
  }));
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<OrderDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = async () => {
    const found = checkOrder(draft, t);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const saved = await saveOrder(draft, order, dates.timeZone, source);
    await changed();
    const open = () =>
      void navigate({ to: '/work-orders', search: { open: String(saved.id) } as never });
    toast.success(t(order === null ? 'workOrders.created' : 'workOrders.saved'), {
      subject: saved.reference_number,
      ...(order === null ? { action: { label: t('action.open'), run: open } } : {}),
    });
    onClose();
  };
  return (
    <FormDialog
      title={t(order === null ? 'workOrders.new' : 'workOrders.edit')}
      onSave={save}
      onFaults={(all) => setFaults(beside(all))}
      onClose={onClose}
    >
      <OrderFields
        draft={draft}
        faults={faults}
        change={change}
        hasVehicle={order === null && first.vehicle === undefined}
      />
    </FormDialog>
  );
}
