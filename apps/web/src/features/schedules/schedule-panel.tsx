import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { type Day, formatDay } from '../../ui/date-range/calendar.ts';
import { CalendarSign } from '../../ui/date-range/calendar-sign.tsx';
import { Month } from '../../ui/date-range/month.tsx';
import { useDisplay, useLocale } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { knownText } from '../../ui/known-text.ts';
import { look, stack } from '../../ui/look/look.ts';
import { Popover } from '../../ui/popover/popover.tsx';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';
import { intervalText } from '../vehicle-file/interval-text.ts';
import { OrdersOf } from '../work-orders/orders-of.tsx';
import { StateBadge } from './due-list.tsx';
import { IntervalDialog } from './interval-dialog.tsx';
import { dayOf, type Schedule, windowOf } from './schedules-plan.ts';
import { useRemaining } from './schedules-remaining.ts';
import type { Planner } from './use-planner.ts';

/**
 * Moves an item to another day of its window: the alternative to dragging for keyboard and phone.
 */
function PlanFor({
  schedule,
  planner,
}: {
  readonly schedule: Schedule;
  readonly planner: Planner;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { now, plan } = planner;
  const window = windowOf(schedule, now);
  const shown = (day: Day) => formatDay(day, dates.dateFormat);
  if (window === null)
    return <p className={look({ tone: 'quiet', size: 'small' })}>{t('planner.cannotMove')}</p>;
  const day = dayOf(schedule);
  return (
    <div className={stack({ items: 'start', gap: 2 })}>
      <p className={look({ tone: 'quiet', size: 'small' })}>
        {t('planner.window', { from: shown(window.from), to: shown(window.to) })}
      </p>
      <Popover
        label={t('planner.planFor')}
        isDisabled={plan.isPending}
        button={
          <>
            <CalendarSign />
            {t('planner.planFor')}
          </>
        }
      >
        {(close) => (
          <Month
            start={day}
            range={{ from: day, to: day }}
            first={window.from}
            last={window.to}
            now={now}
            hasWeeks
            onPick={(picked) => {
              plan.mutate({ schedule, day: picked });
              close();
            }}
          />
        )}
      </Popover>
      {schedule.planned_date !== null && (
        <Button
          kind="link"
          disabled={plan.isPending}
          onClick={() => plan.mutate({ schedule, day: null })}
        >
          {t('planner.backToDue')}
        </Button>
      )}
    </div>
  );
}

/** Changes the interval for this vehicle; for administrators. */
function ChangeInterval({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!may(current, { kind: 'administrator' })) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('planner.changeInterval')}</Button>
      {isOpen && <IntervalDialog schedule={schedule} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Details and actions of a scheduled item. */
export function SchedulePanel({
  schedule,
  planner,
  mayMove,
}: {
  readonly schedule: Schedule;
  readonly planner: Planner;
  readonly mayMove: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const locale = useLocale();
  const remaining = useRemaining();
  const shown = (moment: string) => formatDay(moment.slice(0, 10), dates.dateFormat);
  const facts: (readonly [label: string, value: React.ReactNode])[] = [
    [t('vehicleFile.registration'), schedule.registration],
    [t('vehicleFile.depot'), schedule.depot?.name ?? t('planner.noDepot')],
    [t('vehicleFile.status'), <StateBadge key="state" schedule={schedule} />],
    [t('vehicleFile.interval'), intervalText(schedule.interval, locale)],
    [
      t('vehicleFile.dueDate'),
      schedule.due_source === null
        ? shown(schedule.due_date)
        : `${shown(schedule.due_date)} (${t(`officialData.source.${schedule.due_source}`)})`,
    ],
    ...(schedule.fulfilled_at === null
      ? [[t('planner.timeUntil'), remaining(schedule)] as const]
      : [[t('planner.doneOn'), shown(schedule.fulfilled_at)] as const]),
    ...(schedule.planned_date === null || schedule.fulfilled_at !== null
      ? []
      : [[t('planner.plannedFor'), shown(schedule.planned_date)] as const]),
  ];
  return (
    <SidePanel title={knownText(schedule.name, t)} onClose={() => planner.select(null)}>
      <FactList className="details-facts" facts={facts} />
      <div className={stack({ items: 'start', gap: 3, marginTop: 6 })}>
        {mayMove && schedule.fulfilled_at === null && (
          <PlanFor schedule={schedule} planner={planner} />
        )}
        {mayMove && schedule.fulfilled_at === null && (
          <Link
            to="/vehicle-file/activity"
            search={{ vehicleId: String(schedule.vehicle), panel: 'new' } as never}
            className="button"
          >
            {t('vehicleFile.add')}
          </Link>
        )}
        <Link
          to="/vehicle-file/activity"
          search={{ vehicleId: String(schedule.vehicle) } as never}
          className="button"
        >
          {t('planner.openFile')}
        </Link>
        <OrdersOf
          of={{ schedule: schedule.id }}
          vehicle={{ id: schedule.vehicle, registration: schedule.registration }}
          title={knownText(schedule.name, t)}
          isOpen={schedule.fulfilled_at === null}
        />
        {schedule.fulfilled_at === null && <ChangeInterval schedule={schedule} />}
      </div>
    </SidePanel>
  );
}
