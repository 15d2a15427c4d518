import { formatDate, formatNumber } from '@roadworthy/domain';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look, row } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { LineDialog } from './line-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { type Order, useOrderChanged } from './use-orders.ts';

type Line = Order['lines'][number];
const SETTLED = { isPending: false, error: null, refetch: () => undefined };

function Description({ line }: { readonly line: Line }) {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const { under_warranty: warranty } = line;
  return (
    <span className={look({ flow: 'inlineRow', wrap: true, gap: 1, align: 'center' })}>
      <span>{line.description}</span>
      {line.document !== null && (
        <a href={served(line.document)} target="_blank" rel="noreferrer">
          {line.invoice_number}
        </a>
      )}
      {line.document === null && line.invoice_number !== null && <span>{line.invoice_number}</span>}
      {line.part !== null && (
        <Badge tone={line.issued_at === null ? 'warn' : 'good'}>
          {line.issued_at === null
            ? t('workOrders.line.notIssued', { store: line.store?.name })
            : t('workOrders.line.issued', { store: line.store?.name })}
        </Badge>
      )}
      {line.returned_quantity > 0 && (
        <Badge tone="quiet">
          {t('workOrders.line.returned', {
            quantity: formatNumber(line.returned_quantity, locale, 2),
          })}
        </Badge>
      )}
      {warranty !== null && (
        <Badge tone="warn">
          {t('workOrders.line.underWarranty', {
            day: formatDate(Date.parse(warranty.until), { ...dates, timeZone: 'UTC' }),
            order: warranty.work_order.reference_number,
          })}
        </Badge>
      )}
      {line.is_by_repairer && <Badge tone="quiet">{t('record.repairer')}</Badge>}
      {line.is_superseded && <Badge tone="quiet">{t('workOrders.line.superseded')}</Badge>}
      {line.warranty_state !== 'none' && (
        <Badge tone={line.warranty_state === 'accepted' ? 'good' : 'warn'}>
          {t(`workOrders.warranty.${line.warranty_state}`)}
        </Badge>
      )}
    </span>
  );
}

function useLineColumns(): readonly Column<Line>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => [
      {
        key: 'kind',
        label: t('workOrders.line.kind'),
        cell: ({ kind }) => t(`workOrders.line.kind.${kind}`),
      },
      {
        key: 'description',
        label: t('workOrders.line.description'),
        cell: (line) => <Description line={line} />,
      },
      {
        key: 'quantity',
        label: t('workOrders.line.quantity'),
        isNumber: true,
        cell: ({ quantity, unit_price: price }) =>
          `${formatNumber(quantity, locale, 2)} × ${money(price)}`,
      },
      {
        key: 'net',
        label: t('workOrders.line.net'),
        isNumber: true,
        cell: ({ net }) => money(net),
      },
    ],
    [t, locale, money],
  );
}

function Sums({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const money = useMoney();
  const facts = [
    [t('workOrders.line.kind.labour'), money(order.labour_cost)],
    [t('workOrders.line.kind.part'), money(order.parts_cost)],
    [t('workOrders.line.kind.external'), money(order.external_cost)],
    [t('workOrders.total'), <strong key="total">{money(order.total)}</strong>],
    ...(order.approved_total === null
      ? []
      : [[t('workOrders.approvedTotal'), money(order.approved_total)] as const]),
    ...(order.has_warranty ? [[t('workOrders.recovered'), money(order.recovered)] as const] : []),
  ] as const;
  return <FactList className="details-facts" facts={facts} />;
}

/** The dialog that is open, and its line. */
type Opened =
  | { readonly to: 'add'; readonly line: null }
  | { readonly to: 'change' | 'claim' | 'return'; readonly line: Line };

/** The lines of an order with their sums. */
export function OrderLines({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const columns = useLineColumns();
  const changed = useOrderChanged();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { id, version } = order;
  const remove = useMutation({
    mutationFn: (line: number) =>
      api.workOrders.removeLine({ params: { id, line }, query: { version } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => changed(),
  });
  const issue = useMutation({
    mutationFn: (line: number) =>
      api.workOrders.issueLine({ params: { id, line }, body: { version } }),
    onSuccess: () => toast.success(t('workOrders.line.issuedDone')),
    onError: (error) => toast.error(error.message),
    onSettled: () => changed(),
  });
  return (
    <Part title={t('workOrders.lines')}>
      <DataTable
        label={t('workOrders.lines')}
        columns={columns}
        rows={order.lines}
        keyOf={(line) => line.id}
        state={SETTLED}
        empty={{ title: t('workOrders.line.none'), text: t('workOrders.line.noneText') }}
        {...(order.may_change
          ? {
              actions: (line: Line) => (
                <span className={row({ gap: 2, wrap: true })}>
                  {line.part !== null && line.issued_at === null && (
                    <Button
                      kind="link"
                      disabled={issue.isPending}
                      onClick={() => issue.mutate(line.id)}
                    >
                      {t('workOrders.line.issue')}
                    </Button>
                  )}
                  {line.issued_at !== null && line.quantity > 0 && (
                    <Button kind="link" onClick={() => setOpened({ to: 'return', line })}>
                      {t('workOrders.line.return')}
                    </Button>
                  )}
                  {line.under_warranty !== null && line.warranty_state === 'none' && (
                    <Button kind="link" onClick={() => setOpened({ to: 'claim', line })}>
                      {t('workOrders.line.claim')}
                    </Button>
                  )}
                  <Button kind="link" onClick={() => setOpened({ to: 'change', line })}>
                    {t('workOrders.line.change')}
                  </Button>
                  <Button
                    kind="link"
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(line.id)}
                  >
                    {t('workOrders.line.remove')}
                  </Button>
                </span>
              ),
            }
          : {})}
      />
      <Sums order={order} />
      {order.may_change && (
        <Button onClick={() => setOpened({ to: 'add', line: null })}>
          {t('workOrders.line.add')}
        </Button>
      )}
      {opened?.to === 'return' && <ReturnDialog order={order} line={opened.line} onClose={close} />}
      {opened !== null && opened.to !== 'return' && (
        <LineDialog
          order={order}
          line={opened.line}
          isClaim={opened.to === 'claim'}
          onClose={close}
        />
      )}
    </Part>
  );
}
