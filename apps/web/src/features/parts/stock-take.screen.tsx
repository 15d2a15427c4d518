import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { CountForm } from './count-form.tsx';
import { PARTS_WRITE, quantityText } from './parts.ts';
import { PartsTabs } from './parts-tabs.tsx';
import { STOCK_TAKES_KEY, type StockTake, type StockTakeRow } from './stock-takes.ts';
import { useStockChanged, useStoreOptions } from './use-parts.ts';

const SETTLED = { isPending: false, error: null, refetch: () => undefined };
/** Stock-takes that the start page lists. */
const LAST = { pageSize: 50 } as const;

function useTakeColumns(): readonly Column<StockTakeRow>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'reference_number',
        label: t('parts.take.number'),
        cell: ({ id, reference_number: number }) => (
          <Link to="/parts/stock-take" search={{ take: String(id) } as never}>
            {number}
          </Link>
        ),
      },
      { key: 'store', label: t('parts.store'), cell: ({ store }) => store.name },
      {
        key: 'state',
        label: t('parts.take.state'),
        cell: ({ state }) => (
          <Badge tone={state === 'open' ? 'warn' : 'quiet'}>{t(`parts.take.state.${state}`)}</Badge>
        ),
      },
      {
        key: 'created_at',
        label: t('parts.take.begun'),
        cell: ({ created_at: at, created_by: by }) =>
          `${formatDateTime(Date.parse(at), dates)}, ${by}`,
      },
      { key: 'parts', label: t('parts.take.counted'), isNumber: true, cell: ({ parts }) => parts },
      {
        key: 'differences',
        label: t('parts.take.differences'),
        isNumber: true,
        cell: ({ differences }) => differences,
      },
    ],
    [t, dates],
  );
}

/** Chooses the store to count, or an earlier stock-take. */
function Start({ onBegun }: { readonly onBegun: (id: number) => void }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const stores = useStoreOptions();
  const columns = useTakeColumns();
  const takes = useQuery({
    queryKey: [STOCK_TAKES_KEY, 'list'],
    queryFn: ({ signal }) => api.stockTakes.list({ query: LAST, signal, quiet: true }),
  });
  const begin = useMutation({
    mutationFn: (store: number) => api.stockTakes.begin({ body: { store } }),
    onSuccess: ({ id }) => onBegun(id),
    onError: (error) => toast.error(error.message),
  });
  return (
    <>
      {may(current, PARTS_WRITE) && (
        <section className={stack({ gap: 2 })} aria-labelledby="take-stores">
          <h2 id="take-stores" className={look({ size: 'lead', margin: 0 })}>
            {t('parts.take.choose')}
          </h2>
          {stores.length === 0 && <p>{t('parts.noStoresText')}</p>}
          <div className={row({ gap: 2, wrap: true })}>
            {stores.map(({ value, label }) => (
              <Button
                key={value}
                size="large"
                disabled={begin.isPending}
                onClick={() => begin.mutate(value)}
              >
                {label}
              </Button>
            ))}
          </div>
        </section>
      )}
      <DataTable
        label={t('parts.take.title')}
        columns={columns}
        rows={takes.data?.results ?? []}
        keyOf={({ id }) => id}
        state={takes}
        empty={{ title: t('parts.take.empty'), text: t('parts.take.emptyText') }}
      />
    </>
  );
}

function useLineColumns(): readonly Column<StockTake['lines'][number]>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => [
      {
        key: 'part',
        label: t('parts.part'),
        cell: ({ part }) => `${part.number} ${part.name}`,
      },
      {
        key: 'counted',
        label: t('parts.take.countedOfExpected'),
        isNumber: true,
        cell: ({ counted, expected }) =>
          `${quantityText(counted, locale)} / ${quantityText(expected, locale)}`,
      },
      {
        key: 'difference',
        label: t('parts.take.difference'),
        isNumber: true,
        cell: ({ difference, value }) =>
          difference === 0 ? (
            quantityText(0, locale)
          ) : (
            <span className={look({ flow: 'inlineRow', wrap: true, gap: 1, align: 'center' })}>
              <Badge tone="warn">
                {`${difference > 0 ? '+' : ''}${quantityText(difference, locale)}`}
              </Badge>
              {money(value)}
            </span>
          ),
      },
    ],
    [t, locale, money],
  );
}

type Question = 'post' | 'cancel';

/** Posts or cancels a stock-take, after a question. */
function Ending({
  take,
  onEnded,
}: {
  readonly take: StockTake;
  readonly onEnded: (take: StockTake) => void;
}) {
  const { t } = useTranslation();
  const changed = useStockChanged();
  const [question, setQuestion] = useState<Question | null>(null);
  const params = { id: take.id };
  const end = useMutation({
    mutationFn: (how: Question) =>
      how === 'post' ? api.stockTakes.post({ params }) : api.stockTakes.cancel({ params }),
    onSuccess: async (after) => {
      onEnded(after);
      await changed();
      toast.success(t(`parts.take.state.${after.state}`), { subject: after.reference_number });
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setQuestion(null),
  });
  return (
    <div className={row({ gap: 2, wrap: true })}>
      <Button
        kind="primary"
        size="large"
        disabled={take.parts === 0 || end.isPending}
        onClick={() => setQuestion('post')}
      >
        {t('parts.take.post')}
      </Button>
      <Button size="large" disabled={end.isPending} onClick={() => setQuestion('cancel')}>
        {t('parts.take.cancel')}
      </Button>
      {question !== null && (
        <ConfirmDialog
          title={t(`parts.take.${question}`)}
          message={t(`parts.take.${question}Question`, {
            count: take.differences,
            store: take.store.name,
          })}
          confirmLabel={t(`parts.take.${question}`)}
          onAnswer={(isConfirmed) => (isConfirmed ? end.mutate(question) : setQuestion(null))}
        />
      )}
    </div>
  );
}

/** Counts a store, and shows what differs. */
function Take({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const columns = useLineColumns();
  const key = [STOCK_TAKES_KEY, id];
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.stockTakes.read({ params: { id }, signal, quiet: true }),
  });
  const remove = useMutation({
    mutationFn: (part: number) => api.stockTakes.removeCount({ params: { id, part } }),
    onSuccess: (after) => client.setQueryData(key, after),
    onError: (error) => toast.error(error.message),
  });
  const keep = (after: StockTake) => {
    client.setQueryData(key, after);
    void client.invalidateQueries({ queryKey: [STOCK_TAKES_KEY, 'list'] });
  };
  if (isError) {
    return (
      <p role="alert">
        {t('parts.take.failed')} <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </p>
    );
  }
  if (data === undefined) return <div className="resource-waiting" aria-busy="true" />;
  return (
    <>
      <h2 className={look({ size: 'lead', margin: 0 })}>
        {`${data.reference_number}, ${data.store.name}`}{' '}
        <Badge tone={data.state === 'open' ? 'warn' : 'quiet'}>
          {t(`parts.take.state.${data.state}`)}
        </Badge>
      </h2>
      {data.may_change && (
        <section
          className={stack({ gap: 3, padding: 3, border: 'line', radius: 'large' })}
          aria-label={t('parts.take.count')}
        >
          <CountForm take={data} onCounted={keep} />
        </section>
      )}
      <DataTable
        label={t('parts.take.counts')}
        columns={columns}
        rows={data.lines}
        keyOf={({ part }) => part.id}
        state={SETTLED}
        empty={{ title: t('parts.take.noCounts'), text: t('parts.take.noCountsText') }}
        {...(data.may_change
          ? {
              actions: ({ part }: StockTake['lines'][number]) => (
                <Button
                  kind="link"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(part.id)}
                >
                  {t('parts.take.removeCount')}
                </Button>
              ),
            }
          : {})}
      />
      {data.may_change && <Ending take={data} onEnded={keep} />}
    </>
  );
}

/** Screen /parts/stock-take: counts a store with a phone, by barcode, QR code or number. */
export function StockTakeScreen() {
  const { t } = useTranslation();
  const [{ take }, setAddress] = useAddress();
  const id = Number(take);
  const isOpen = Number.isInteger(id) && id > 0;
  return (
    <div className={look({ ground: 'surface' })}>
      <PartsTabs current="stock-take" />
      <div className={stack({ gap: 4, padding: 4, content: 'start' })}>
        <PageTitle title={t('parts.take.title')} />
        {isOpen && <Link to="/parts/stock-take">{t('parts.take.all')}</Link>}
        {isOpen ? (
          <Take key={id} id={id} />
        ) : (
          <Start onBegun={(begun) => setAddress({ take: String(begun) }, { isStep: true })} />
        )}
      </div>
    </div>
  );
}
