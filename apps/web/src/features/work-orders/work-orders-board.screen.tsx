import { formatTime, toApiDate } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { addDays, readDay, today, weekOf } from '../../ui/date-range/calendar.ts';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { column, look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { PlanDialog } from './plan-dialog.tsx';
import type { OrderRow } from './use-orders.ts';
import { OrderState, useDayText } from './work-orders-columns.tsx';
import { WorkOrdersTabs } from './work-orders-tabs.tsx';

const WEEK_DAYS = 7;

/** An order on the board; its button opens the fields that move it. */
function Card({ order, onPlan }: { readonly order: OrderRow; readonly onPlan: () => void }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const dayText = useDayText();
  const { planned_at: at, due_on: dueOn, technicians } = order;
  return (
    <li
      className={stack({
        gap: 1,
        items: 'start',
        padding: 2,
        border: 'line',
        radius: 'medium',
        ground: 'surface',
      })}
    >
      <span className={row({ wrap: true, columnGap: 2, align: 'baseline' })}>
        {at !== null && <strong>{formatTime(Date.parse(at), dates)}</strong>}
        <Link to="/work-orders" search={{ open: String(order.id) } as never}>
          {order.vehicle.registration}
        </Link>
      </span>
      <span className={look({ size: 'small', breaks: true })}>{order.title}</span>
      <OrderState order={order} />
      {technicians.length > 0 && (
        <span className={look({ tone: 'quiet', size: 'small' })}>{technicians.join(', ')}</span>
      )}
      {dueOn !== null && (
        <span className={look({ tone: 'quiet', size: 'small' })}>
          {t('workOrders.board.due', { day: dayText(dueOn) })}
        </span>
      )}
      <Button kind="link" onClick={onPlan}>
        {t('workOrders.board.plan', { number: order.reference_number })}
      </Button>
    </li>
  );
}

interface CardsProps {
  readonly orders: readonly OrderRow[];
  readonly onPlan: (order: OrderRow) => void;
}

function Cards({ orders, onPlan }: CardsProps) {
  return (
    <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
      {orders.map((order) => (
        <Card key={order.id} order={order} onPlan={() => onPlan(order)} />
      ))}
    </ul>
  );
}

/** A day: its bays with their orders, and those without a bay. */
function Day({
  day,
  bays,
  orders,
  onPlan,
}: CardsProps & { readonly day: string; readonly bays: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const dayText = useDayText();
  const others = orders.filter(({ bay }) => bay === null || !bays.includes(bay));
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    <section
      className={stack({ gap: 2, content: 'start' })}
      aria-label={`${weekday.format(Date.parse(day))} ${dayText(day)}`}
    >
      <h2 className={look({ size: 'small', margin: 0, nowrap: true })}>
        {shortDay.format(Date.parse(day))}
      </h2>
      {bays.map((bay) => {
        const own = orders.filter((order) => order.bay === bay);
        return (
          <div key={bay} className={stack({ gap: 1 })}>
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {own.length === 0 ? `${bay}: ${t('workOrders.board.free')}` : bay}
            </span>
            <Cards orders={own} onPlan={onPlan} />
          </div>
        );
      })}
      {others.length > 0 && (
        <div className={stack({ gap: 1 })}>
          <span className={look({ tone: 'quiet', size: 'small' })}>
            {t('workOrders.board.otherBays')}
          </span>
          <Cards orders={others} onPlan={onPlan} />
        </div>
      )}
    </section>
  );
}

function useBoard() {
  const [address, setAddress] = useAddress();
  const { dates } = useDisplay();
  const { from, to } = weekOf(readDay(address.week) ?? today(dates.timeZone));
  const depot = Number(address.depot);
  const query = {
    start_date: from,
    end_date: to,
    ...(Number.isInteger(depot) && depot > 0 ? { depot } : {}),
  };
  const board = useQuery({
    queryKey: ['work-order-board', query],
    queryFn: ({ signal }) => api.workOrders.board({ query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return { from, to, address, setAddress, board };
}

function Toolbar({ from, to, address, setAddress }: ReturnType<typeof useBoard>) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const { data: depots = [] } = useQuery({
    queryKey: ['record-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  const turn = (days: number) => setAddress({ week: addDays(from, days) });
  const step = (label: string, sign: string, days: number) => (
    <Button kind="icon" aria-label={t(label)} onClick={() => turn(days)}>
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  return (
    <header
      className={row({
        wrap: true,
        gap: 2,
        align: 'center',
        paddingY: 3,
        paddingX: 4,
        borderBottom: true,
      })}
    >
      <PageTitle title={t('workOrders.board')} />
      <span className={row({ gap: 1, align: 'center' })}>
        {step('workOrders.board.previous', '‹', -WEEK_DAYS)}
        <strong aria-live="polite">
          {t('workOrders.board.week', { from: dayText(from), to: dayText(to) })}
        </strong>
        {step('workOrders.board.next', '›', WEEK_DAYS)}
      </span>
      <Button onClick={() => setAddress({ week: undefined })}>{t('date.today')}</Button>
      <Select
        className={look({ height: 40, paddingX: 2, border: 'strong', radius: 'medium' })}
        aria-label={t('recordList.depot')}
        value={address.depot ?? ''}
        onChange={({ currentTarget }) => setAddress({ depot: currentTarget.value || undefined })}
      >
        <option value="">{t('recordList.all.depot')}</option>
        {depots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </header>
  );
}

/** Screen /work-orders/board: the week of the own workshop by day and bay. */
export function WorkOrdersBoardScreen() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const page = useBoard();
  const [planned, setPlanned] = useState<OrderRow | null>(null);
  const { data, isError, refetch } = page.board;
  const days = Array.from({ length: WEEK_DAYS }, (_, n) => addDays(page.from, n));
  const ofDay = (day: string) =>
    (data?.planned ?? []).filter(
      ({ planned_at: at }) => at !== null && toApiDate(Date.parse(at), dates.timeZone) === day,
    );
  return (
    <div className={column({ height: 'full', ground: 'surface' })}>
      <WorkOrdersTabs />
      <Toolbar {...page} />
      <div className={stack({ gap: 4, padding: 4, content: 'start', overflow: 'auto' })}>
        {isError && (
          <p role="alert">
            {t('workOrders.board.failed')}{' '}
            <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
          </p>
        )}
        {data === undefined && !isError && <div className="resource-waiting" aria-busy="true" />}
        {data !== undefined && (
          <>
            {data.bays.length === 0 && <p>{t('workOrders.board.noBays')}</p>}
            <div className={stack({ gap: 4, columns: 'fit' })}>
              {days.map((day) => (
                <Day key={day} day={day} bays={data.bays} orders={ofDay(day)} onPlan={setPlanned} />
              ))}
            </div>
            <section className={stack({ gap: 2 })} aria-label={t('workOrders.board.unplanned')}>
              <h2 className={look({ size: 'lead', margin: 0 })}>
                {t('workOrders.board.unplanned')}
              </h2>
              {data.unplanned.length === 0 && <p>{t('workOrders.board.noUnplanned')}</p>}
              <Cards orders={data.unplanned} onPlan={setPlanned} />
            </section>
          </>
        )}
      </div>
      {planned !== null && <PlanDialog order={planned} onClose={() => setPlanned(null)} />}
    </div>
  );
}
