import { formatDateTime, PURCHASE_ORDER_STATES, type PurchaseOrderState } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { FactList } from '../../ui/facts.tsx';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Part as Section } from '../records/record/records-record-part.tsx';
import { type Bound, Choice } from '../records/records-filters.tsx';
import { PARTS_WRITE, quantityText } from './parts.ts';
import { StoreChoice } from './parts-list.tsx';
import { PartsTabs } from './parts-tabs.tsx';
import { OrderDialog, ProposeDialog, ReceiveDialog } from './purchase-order-dialogs.tsx';
import { PurchaseOrderFields } from './purchase-order-fields.tsx';
import {
  checkOrder,
  draftOf,
  type OrderDraft,
  PURCHASE_ORDERS_KEY,
  type PurchaseOrder,
  type PurchaseOrderRow,
  saveOrder,
} from './purchase-orders.ts';
import { useSupplierOptions } from './use-parts.ts';

const SETTLED = { isPending: false, error: null, refetch: () => undefined };
const NONE = '–';
const TONES: Readonly<Record<PurchaseOrderState, 'quiet' | 'warn' | 'good'>> = {
  draft: 'quiet',
  ordered: 'warn',
  partly_received: 'warn',
  received: 'good',
  cancelled: 'quiet',
};

function State({ state }: { readonly state: PurchaseOrderState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`parts.order.state.${state}`)}</Badge>;
}

function Filters(bound: Bound) {
  const { t } = useTranslation();
  const suppliers = useSupplierOptions();
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('parts.order.state')}
        all={t('parts.order.anyState')}
        options={(['open', ...PURCHASE_ORDER_STATES] as const).map((value) => ({
          value,
          label: t(`parts.order.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="supplier"
        label={t('parts.supplier')}
        all={t('parts.anySupplier')}
        options={suppliers.map(({ value, label }) => ({ value: String(value), label }))}
      />
      <StoreChoice {...bound} />
    </>
  );
}

function useLineColumns(order: number): readonly Column<PurchaseOrder['lines'][number]>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => [
      {
        key: 'part',
        label: t('parts.part'),
        cell: ({ part, supplier_number: number }) => (
          <Link to="/parts" search={{ open: String(part.id) } as never}>
            {`${part.number} ${part.name}${number === '' ? '' : ` (${number})`}`}
          </Link>
        ),
      },
      {
        key: 'quantity',
        label: t('parts.order.received'),
        isNumber: true,
        cell: ({ received, quantity, part }) => (
          <>
            <FigureLink
              count={received}
              target={{
                to: '/parts',
                search: {
                  list: 'movements',
                  purchase_order: String(order),
                  part: String(part.id),
                },
              }}
            >
              {quantityText(received, locale)}
            </FigureLink>
            {` / ${quantityText(quantity, locale)} ${t(`parts.unitShort.${part.unit}`)}`}
          </>
        ),
      },
      { key: 'net', label: t('parts.value'), isNumber: true, cell: ({ net }) => money(net) },
    ],
    [t, locale, money, order],
  );
}

function Details({ one }: { readonly one: PurchaseOrder }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const columns = useLineColumns(one.id);
  const at = (time: string) => formatDateTime(Date.parse(time), dates);
  const facts = [
    [t('parts.order.state'), <State key="state" state={one.state} />],
    [t('parts.supplier'), one.supplier.name],
    [t('parts.order.deliverTo'), one.store.name],
    [t('parts.order.created'), `${at(one.created_at)}, ${one.created_by}`],
    ...(one.ordered_at === null
      ? []
      : [[t('parts.order.ordered'), `${at(one.ordered_at)}, ${one.ordered_by ?? ''}`] as const]),
    ...(one.mailed_to === null ? [] : [[t('parts.order.mailedTo'), one.mailed_to] as const]),
    [t('parts.order.total'), money(one.total)],
  ] as const;
  return (
    <Section title={t('parts.order.lines')}>
      <FactList className="details-facts" facts={facts} />
      <DataTable
        label={t('parts.order.lines')}
        columns={columns}
        rows={one.lines}
        keyOf={({ id }) => id}
        state={SETTLED}
        empty={{ title: t('parts.order.noLines'), text: t('parts.order.addLineHint') }}
      />
      <Button
        onClick={() =>
          void saveFrom(
            addressOf(pathOf('partOrders', 'pdf'), { params: { id: one.id } }),
            `${one.reference_number}.pdf`,
          )
        }
      >
        {t('parts.order.pdf')}
      </Button>
    </Section>
  );
}

function usePurchaseOrders(): Resource<PurchaseOrderRow, OrderDraft, PurchaseOrder> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const { current } = useSession();
  const mayWrite = may(current, PARTS_WRITE);
  return useMemo(
    () => ({
      kind: PURCHASE_ORDERS_KEY,
      texts: 'parts.orders',
      list: (query, signal) => api.partOrders.list({ query: query as object, signal }),
      read: (id, signal) => api.partOrders.read({ params: { id }, signal }),
      nameOf: ({ reference_number: number }) => number,
      columns: [
        {
          key: 'reference_number',
          label: t('parts.order.number'),
          cell: ({ reference_number: number }) => number,
        },
        {
          key: 'state',
          label: t('parts.order.state'),
          cell: ({ state }) => <State state={state} />,
        },
        { key: 'supplier', label: t('parts.supplier'), cell: ({ supplier }) => supplier.name },
        { key: 'store', label: t('parts.store'), cell: ({ store }) => store.name },
        {
          key: 'created_at',
          label: t('parts.order.created'),
          isOrdered: true,
          cell: ({ created_at: at }) => formatDateTime(Date.parse(at), dates),
        },
        {
          key: 'ordered_at',
          label: t('parts.order.ordered'),
          cell: ({ ordered_at: at }) =>
            at === null ? NONE : formatDateTime(Date.parse(at), dates),
        },
        {
          key: 'total',
          label: t('parts.order.total'),
          isNumber: true,
          cell: ({ total }) => money(total),
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf,
        Fields: PurchaseOrderFields,
        check: checkOrder,
        save: saveOrder,
        mayChange: ({ next_steps: steps }) => steps.includes('change'),
      },
      Details,
      actions: [
        {
          label: t('parts.order.order'),
          done: t('parts.order.orderedDone'),
          isOffered: ({ next_steps: steps }) => steps.includes('order'),
          Dialog: OrderDialog,
        },
        {
          label: t('parts.order.receive'),
          done: t('parts.order.receivedDone'),
          isOffered: ({ next_steps: steps }) => steps.includes('receive'),
          Dialog: ReceiveDialog,
        },
        {
          label: t('parts.order.cancel'),
          done: t('parts.order.cancelledDone'),
          isOffered: ({ next_steps: steps }) => steps.includes('cancel'),
          confirm: ({ reference_number: number }) => t('parts.order.cancelQuestion', { number }),
          run: ({ id, version }) => api.partOrders.cancel({ params: { id }, body: { version } }),
        },
      ],
      filters: { names: ['state', 'supplier', 'store'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('partOrders', 'exportList'), { query }),
    }),
    [t, dates, money, mayWrite],
  );
}

/** Screen /parts/purchase-orders: drafts, orders and their receipts. */
export function PurchaseOrdersScreen() {
  const { t } = useTranslation();
  const { current } = useSession();
  const orders = usePurchaseOrders();
  const [isProposing, setIsProposing] = useState(false);
  const propose = may(current, PARTS_WRITE) && (
    <>
      <Button onClick={() => setIsProposing(true)}>{t('parts.order.propose')}</Button>
      {isProposing && <ProposeDialog onClose={() => setIsProposing(false)} />}
    </>
  );
  return (
    <ResourceScreen
      resource={orders}
      tabs={<PartsTabs current="purchase-orders" />}
      actions={propose}
    />
  );
}
