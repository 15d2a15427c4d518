import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useOrdered } from '../../ui/data-table/order.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { column, cx, look, stack } from '../../ui/look/look.ts';
import styles from '../../ui/report/report.module.css';
import { ReportHead, ReportSwitch } from '../../ui/report/report-head.tsx';
import { EVENTS_ACCESS, eventsTarget } from '../events/events-target.ts';
import { ReportMenu } from '../reports/report-menu.tsx';
import behaviourStyles from './behaviour.module.css';
import { behaviourColumns, unitName } from './driver-behaviour-columns.tsx';
import { Formula } from './driver-behaviour-formula.tsx';
import {
  ABC,
  type BehaviourKind,
  type BehaviourRow,
  eventsOfRow,
  MOBILEYE,
  subjectId,
} from './driver-behaviour-kinds.ts';
import { BehaviourSidebar } from './driver-behaviour-sidebar.tsx';
import { TrendChart } from './trend-chart.tsx';
import { useBehaviour } from './use-behaviour.ts';

const NO_ROWS: readonly BehaviourRow[] = [];

function BehaviourScreen({ kind }: { readonly kind: BehaviourKind }) {
  const { t } = useTranslation();
  const { unit, dates, locale } = useDisplay();
  const { current } = useSession();
  const navigate = useNavigate();
  const data = useBehaviour(kind);
  const { list, by, isRates, days, groupId, order } = data;
  const groups = useVehicleGroups();
  const columns = useMemo(
    () =>
      behaviourColumns(kind, by, isRates, unit, locale, t, (row) =>
        eventsOfRow(row, { from: days.from, to: days.to }, groupId),
      ),
    [kind, by, isRates, unit, locale, t, days.from, days.to, groupId],
  );
  const rows = useOrdered(list.data?.results ?? NO_ROWS, columns, order);
  const mayOpen = may(current, EVENTS_ACCESS);
  const open = (row: BehaviourRow) => {
    const { search, to } = eventsTarget({
      ...eventsOfRow(row, { from: days.from, to: days.to }, groupId),
      codes: kind.codes,
    });
    void navigate({ to, search: search as never });
  };
  const group = groups.data?.find(({ id }) => id === data.groupId)?.name;
  const figures = (rates: boolean, label: string) => (
    <Button kind="bare" aria-pressed={isRates === rates} onClick={() => data.setRates(rates)}>
      {label}
    </Button>
  );
  return (
    <SidebarScreen
      label={t('behaviour.filter')}
      summary={t('behaviour.summary', {
        group: group ?? t('behaviour.allGroups'),
        days: `${formatDay(days.from, dates.dateFormat)}–${formatDay(days.to, dates.dateFormat)}`,
      })}
      sidebar={<BehaviourSidebar data={data} />}
    >
      <div className={column({ height: 'full', overflowY: 'auto' })}>
        <ReportHead title={t(`behaviour.${kind.name}`)} subject={group ?? t('behaviour.allGroups')}>
          <ReportSwitch legend={t('behaviour.figures')}>
            {figures(false, t('behaviour.counts'))}
            {figures(true, t('behaviour.rates', { unit: unitName(unit) }))}
          </ReportSwitch>
          <ReportMenu
            kind={kind.report}
            query={{ ...data.selection, by: data.by }}
            isDisabled={rows.length === 0}
          />
        </ReportHead>
        <div
          className={cx(
            stack({ columns: 'one', gap: 3, padding: 4, ground: 'surface', borderBottom: true }),
            behaviourStyles.behaviourTop,
          )}
        >
          {list.data !== undefined && rows.length > 0 && (
            <TrendChart trend={list.data.trend} codes={kind.codes} groupId={groupId} />
          )}
          <Formula kind={kind} />
        </div>
        <div
          data-part="report-table"
          className={cx(look({ ground: 'surface' }), styles.reportTable)}
        >
          <DataTable
            id="driver-behaviour"
            label={t('behaviour.list')}
            columns={columns}
            rows={rows}
            keyOf={subjectId}
            state={list}
            empty={{ title: t('behaviour.none'), text: t('behaviour.noneText') }}
            order={order}
            onOrder={data.setOrder}
            {...(mayOpen ? { onSelect: open } : {})}
          />
        </div>
      </div>
    </SidebarScreen>
  );
}

/** Screen /telematics/safety/abc (requirements M-24, M-P11). */
export function AbcScreen() {
  return <BehaviourScreen key="abc" kind={ABC} />;
}

/** Screen /telematics/safety/mobileye (requirements M-25, M-P12). */
export function MobileyeScreen() {
  return <BehaviourScreen key="mobileye" kind={MOBILEYE} />;
}
