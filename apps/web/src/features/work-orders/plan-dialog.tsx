import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { type OrderDraft, plannedDraft, planOf } from './order-draft.ts';
import { PlanFields } from './order-fields.tsx';
import { type OrderRow, useOrderChanged } from './use-orders.ts';

/** Moves an order of the own workshop to a bay, a time and technicians. */
export function PlanDialog({
  order,
  onClose,
}: {
  readonly order: OrderRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const changed = useOrderChanged();
  const [draft, setDraft] = useState<OrderDraft>(() => plannedDraft(order, dates.timeZone));
  const [faults, setFaults] = useState<Faults>({});
  const { id, version } = order;
  return (
    <FormDialog
      title={t('workOrders.board.plan', { number: order.reference_number })}
      onFaults={setFaults}
      onClose={onClose}
      onSave={async () => {
        setFaults({});
        const body = { ...planOf(draft, dates.timeZone), version };
        await api.workOrders.change({ params: { id }, body });
        await changed();
        toast.success(t('workOrders.board.planned'), { subject: order.reference_number });
        onClose();
      }}
    >
      <PlanFields
        draft={draft}
        faults={faults}
        change={(changes) => setDraft((now) => ({ ...now, ...changes }))}
      />
    </FormDialog>
  );
}
