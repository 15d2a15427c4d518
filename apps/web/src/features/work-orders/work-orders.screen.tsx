import { mayWorkOnOrders } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { OrderDetails } from './order-details.tsx';
import { checkOrder, type OrderDraft, orderDraft, saveOrder } from './order-draft.ts';
import { OrderFields } from './order-fields.tsx';
import { WorkOrderSettingsDialog } from './settings-dialog.tsx';
import { ORDERS_KEY, type Order, type OrderRow, useOrderSettings } from './use-orders.ts';
import { useOrderColumns } from './work-orders-columns.tsx';
import { ORDER_FILTERS, OrderFilters, OrderTiles } from './work-orders-filters.tsx';
import { WorkOrdersTabs } from './work-orders-tabs.tsx';

const REFRESH_MS = 60_000;

type Orders = Resource<OrderRow, OrderDraft, Order>;

/** Steps and dialogs change an order; the form is for a new one. */
function NewFields({ one, ...form }: FormProps<OrderDraft, Order>) {
  return one === null ? <OrderFields {...form} hasVehicle /> : null;
}

function Settings() {
  const { t } = useTranslation();
  const { data: settings } = useOrderSettings();
  const [isOpen, setIsOpen] = useState(false);
  if (settings?.may_change !== true) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('workOrders.settings')}</Button>
      {isOpen && <WorkOrderSettingsDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Screen /work-orders: every visible order, and its life in a panel. */
export function WorkOrdersScreen() {
  const columns = useOrderColumns();
  const { current } = useSession();
  const { dates } = useDisplay();
  const { timeZone } = dates;
  const mayAdd = mayWorkOnOrders(rightsOf(current));
  const resource = useMemo<Orders>(
    () => ({
      kind: ORDERS_KEY,
      texts: 'workOrders',
      list: (query, signal) => api.workOrders.list({ query: query as object, signal }),
      read: (id, signal) => api.workOrders.read({ params: { id }, signal }),
      nameOf: ({ reference_number: number }) => number,
      columns,
      Details: OrderDetails,
      mayAdd,
      form: {
        draftOf: (one) => orderDraft(one, timeZone),
        takesVehicle: true,
        Fields: NewFields,
        check: checkOrder,
        save: (draft, one) => saveOrder(draft, one, timeZone),
        mayChange: () => false,
      },
      refreshMs: REFRESH_MS,
      filters: { names: ORDER_FILTERS, Controls: OrderFilters },
      exportAddress: (query) => addressOf(pathOf('workOrders', 'exportList'), { query }),
    }),
    [columns, mayAdd, timeZone],
  );
  return (
    <ResourceScreen
      resource={resource}
      tabs={<WorkOrdersTabs />}
      actions={<Settings />}
      above={<OrderTiles />}
    />
  );
}
