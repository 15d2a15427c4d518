import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { knownText } from '../../ui/known-text.ts';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { DueList } from './due-list.tsx';
import { MonthView } from './month-view.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import type { MarkState } from './schedules-mark.tsx';
import { NoticesPanel } from './schedules-notices.tsx';
import { MarkStateBadge } from './schedules-state-badge.tsx';
import { PlannerToolbar } from './schedules-toolbar.tsx';
import { type Planner, usePlanner } from './use-planner.ts';
import { YearView } from './year-view.tsx';
import '../../ui/vehicle-file/vehicle-file.css';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import styles from './planner.module.css';

const STATES: readonly MarkState[] = [
  'done',
  'overdue',
  'due',
  'expiring',
  'planned',
  'paused',
  'expected',
];

/** Legend of icons and letters. */
function Legend({ planner }: { readonly planner: Planner }) {
  const { t } = useTranslation();
  return (
    <ul
      className={cx(
        row({
          wrap: true,
          rowGap: 2,
          columnGap: 4,
          margin: 0,
          paddingY: 3,
          paddingX: 4,
          size: 'small',
          list: true,
        }),
        styles.planLegend,
      )}
      aria-label={t('planner.legend')}
    >
      {STATES.map((state) => (
        <li key={state}>
          <MarkStateBadge state={state} />
        </li>
      ))}
      {planner.view === 'year' &&
        planner.categories.map((category) => (
          <li key={category}>
            <strong>{knownText(category, t).slice(0, 1)}</strong> {knownText(category, t)}
          </li>
        ))}
    </ul>
  );
}

function Stage({ planner, mayMove }: { readonly planner: Planner; readonly mayMove: boolean }) {
  const { t } = useTranslation();
  if (planner.view === 'list') return <DueList planner={planner} />;
  if (planner.error !== null) {
    return (
      <div className="table-message" role="alert">
        <strong>{t('table.failed')}</strong>
        <p>{planner.error.message}</p>
        <Button onClick={planner.retry}>{t('action.retry')}</Button>
      </div>
    );
  }
  if (planner.isPending) {
    return (
      <p className="table-message" role="status">
        {t('vehicleFile.loading')}
      </p>
    );
  }
  const View = planner.view === 'month' ? MonthView : YearView;
  return (
    <>
      {planner.entries.length === 0 && (
        <p className={look({ paddingY: 3, paddingX: 4, tone: 'quiet' })} role="status">
          {t('planner.nothing')}
        </p>
      )}
      <Legend planner={planner} />
      <View planner={planner} mayMove={mayMove} />
    </>
  );
}

export function PlannerScreen() {
  const planner = usePlanner();
  const { current } = useSession();
  const mayMove = may(current, VEHICLE_FILE_WRITE);
  return (
    <div className={cx(stack({ relative: true, columns: 'one', height: 'full' }), styles.planner)}>
      <FileTabs />
      <PlannerToolbar planner={planner} />
      <div className={cx(look({ relative: true, minHeight: 0 }), styles.planPlace)}>
        <div
          className={cx(
            look({ relative: true, height: 'full', overflow: 'auto' }),
            styles.planStage,
          )}
          aria-busy={planner.isPending}
        >
          <Stage planner={planner} mayMove={mayMove} />
        </div>
        {planner.selected !== undefined && (
          <SchedulePanel
            key={planner.selected.id}
            schedule={planner.selected}
            planner={planner}
            mayMove={mayMove}
          />
        )}
        {planner.selected === undefined && planner.address.panel === 'notices' && (
          <NoticesPanel planner={planner} />
        )}
      </div>
    </div>
  );
}
