import { formatDate, formatDateTime, type WorkOrderStep } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../api/bases.ts';
import { addressOf, pathOf } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { TrailEntry } from '../../ui/history/trail-entry.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import styles from '../../ui/record/record.module.css';
import { Part } from '../records/record/records-record-part.tsx';
import { TrailList } from '../records/trail-list.tsx';
import { OrderDialog } from './new-order-dialog.tsx';
import { OrderHours } from './order-hours.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderLinks } from './order-links.tsx';
import { OrderPhotographs } from './order-photographs.tsx';
import { OrderStepDialog } from './order-step-dialog.tsx';
import type { Order } from './use-orders.ts';
import { OrderState, useDayText } from './work-orders-columns.tsx';

function useFacts(order: Order): readonly (readonly [string, React.ReactNode])[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const dayText = useDayText();
  const moment = (at: string) => formatDateTime(Date.parse(at), dates);
  const { approved, bay, completed, planned_at: plannedAt, technicians, schedule } = order;
  const one = (label: string, value: React.ReactNode) =>
    value === null || value === '' ? [] : ([[label, value]] as const);
  return [
    [t('recordList.registration'), <VehicleLink key="vehicle" vehicle={order.vehicle} />],
    ...one(t('workOrders.place'), t(`workOrders.place.${order.place}`)),
    ...one(t('record.repairer'), order.repairer),
    ...one(t('workOrders.bay'), bay),
    ...one(t('workOrders.planned'), plannedAt === null ? null : moment(plannedAt)),
    ...one(t('workOrders.technicians'), technicians.join(', ')),
    ...one(t('workOrders.due'), order.due_on === null ? null : dayText(order.due_on)),
    ...one(
      t('workOrders.source.inspection'),
      order.inspection === null ? null : (
        <Link
          key="inspection"
          to="/inspections"
          search={{ open: String(order.inspection.id) } as never}
        >
          {order.inspection.reference_number}
        </Link>
      ),
    ),
    ...one(
      t('workOrders.source.schedule'),
      schedule === null ? null : (
        <Link
          key="schedule"
          to="/vehicle-file/planner"
          search={
            {
              view: 'year',
              at: schedule.due_at.slice(0, 7),
              vehicle: String(order.vehicle.id),
              schedule: String(schedule.id),
            } as never
          }
        >
          {`${schedule.name}, ${formatDate(Date.parse(schedule.due_at), dates)}`}
        </Link>
      ),
    ),
    ...one(
      t('workOrders.approvedBy'),
      approved === null ? null : `${approved.by}, ${moment(approved.at)}`,
    ),
    ...one(
      t('workOrders.completedBy'),
      completed === null ? null : `${completed.by}, ${moment(completed.at)}`,
    ),
  ];
}

function Steps({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<WorkOrderStep | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  // What goes back or ends comes last.
  const main = order.next_steps.find((one) => !['cancel', 'reopen', 'refuse'].includes(one));
  return (
    <div className={row({ wrap: true, gap: 2 })}>
      {order.next_steps.map((one) => (
        <Button key={one} kind={one === main ? 'primary' : 'plain'} onClick={() => setStep(one)}>
          {t(`workOrders.step.${one}`)}
        </Button>
      ))}
      {order.may_change && (
        <Button onClick={() => setIsEditing(true)}>{t('workOrders.editShort')}</Button>
      )}
      <a
        className="button"
        href={served(addressOf(pathOf('workOrders', 'pdf'), { params: { id: order.id } }))}
        download
      >
        {t('workOrders.pdf')}
      </a>
      {step !== null && <OrderStepDialog order={order} step={step} onClose={() => setStep(null)} />}
      {isEditing && <OrderDialog order={order} onClose={() => setIsEditing(false)} />}
    </div>
  );
}

/** Why an order waits, or what a person should do next. */
function Notice({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { needs_approval: needsApproval, own_limit: limit, schedule, state } = order;
  if (needsApproval && !order.next_steps.includes('approve')) {
    return <p role="status">{t('workOrders.waits', { limit: money(limit ?? 0) })}</p>;
  }
  if (schedule !== null && !schedule.is_fulfilled && (state === 'done' || state === 'invoiced')) {
    return (
      <p role="status">
        {t('workOrders.recordDocument', { name: schedule.name })}{' '}
        <Link
          to="/vehicle-file/activity"
          search={{ vehicleId: String(order.vehicle.id), panel: 'new' } as never}
        >
          {t('vehicleFile.add')}
        </Link>
      </p>
    );
  }
  return null;
}

function OrderDefects({ defects }: Pick<Order, 'defects'>) {
  const { t } = useTranslation();
  if (defects.length === 0) return null;
  return (
    <Part title={t('workOrders.defects')}>
      <ul className={stack({ gap: 2, width: 'full', padding: 0, margin: 0, list: true })}>
        {defects.map((defect) => (
          <li key={defect.id} className={row({ wrap: true, columnGap: 2, align: 'center' })}>
            <Link to="/defects" search={{ open: String(defect.id) } as never}>
              {defect.reference_number}
            </Link>
            <span>{defect.finding}</span>
            <Badge>{t(`record.state.${defect.state}`)}</Badge>
            {defect.is_off_road && <Badge tone="bad">{t('recordList.vor')}</Badge>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const FIELDS_OF_MONEY: ReadonlySet<string> = new Set(['approved_total', 'estimate']);

function History({ trail }: Pick<Order, 'trail'>) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const dayText = useDayText();
  const value = (field: string, text: string) => {
    if (field === 'state') return t(`workOrders.state.${text}`);
    if (field === 'place') return t(`workOrders.place.${text}`);
    if (field === 'due_on' || field === 'ready_on') return dayText(text);
    if (field === 'planned_at') return formatDateTime(Date.parse(text), dates);
    return FIELDS_OF_MONEY.has(field) ? money(Number(text)) : text;
  };
  return (
    <Part title={t('recordList.trail')}>
      <TrailList>
        {trail.map(({ id, at, by, action, note, changes }) => (
          <TrailEntry
            key={id}
            action={t(`workOrders.action.${action}`)}
            by={t('vehicleFile.trail.by', {
              who: by,
              when: formatDateTime(Date.parse(at), dates),
            })}
            quietClass={look({ tone: 'quiet', size: 'small' })}
            note={note}
            changes={changes.map(({ field, before, after }) => {
              const name = t(`workOrders.field.${field}`);
              const now = after === null ? '–' : value(field, after);
              const text =
                before === null ? `${name}: ${now}` : `${name}: ${value(field, before)} → ${now}`;
              return { field, text };
            })}
          />
        ))}
      </TrailList>
    </Part>
  );
}

/** The page of an order in its panel: facts, steps, defects, lines, hours, photographs, history. */
export function OrderDetails({ one: order }: { readonly one: Order }) {
  const { t } = useTranslation();
  const facts = useFacts(order);
  return (
    <div className={cx(stack(), styles.record)}>
      <div className={row({ wrap: true, gap: 2, align: 'center' })}>
        <strong>{order.title}</strong>
        <OrderState order={order} />
      </div>
      {order.description !== '' && (
        <p className={look({ margin: 0, breaks: true })}>{order.description}</p>
      )}
      <FactList className="details-facts" facts={facts} />
      <Notice order={order} />
      <Steps order={order} />
      <OrderDefects defects={order.defects} />
      <OrderLines order={order} />
      <OrderHours order={order} />
      <OrderLinks order={order} />
      <OrderPhotographs order={order} />
      {order.completed !== null && (
        <Part title={t('workOrders.workDone')}>
          <p>{order.completed.note}</p>
          {order.signature !== null && (
            <img
              className={cx(look({ border: 'line', radius: 'small' }), styles.recordSignature)}
              src={served(order.signature)}
              alt={t('record.signature')}
            />
          )}
        </Part>
      )}
      <History trail={order.trail} />
    </div>
  );
}
