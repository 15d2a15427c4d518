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
import { type MarkState, STATE_SIGNS } from './schedules-mark.tsx';
import { NoticesPanel } from './schedules-notices.tsx';
import { PlannerToolbar } from './schedules-toolbar.tsx';
import { type Planner, usePlanner } from './use-planner.ts';
import { YearView } from './year-view.tsx';
import '../records/record/badges.css';
import '../../ui/vehicle-file/vehicle-file.css';
import './planner.css';
import './planner-print.css';

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
    <ul className="plan-legend" aria-label={t('planner.legend')}>
      {STATES.map((state) => (
        <li key={state} className={`plan-state ${state}`}>
          <span aria-hidden="true">{STATE_SIGNS[state]}</span> {t(`planner.state.${state}`)}
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
        <p className="plan-empty" role="status">
          {t('planner.nothing')}
        </p>
      )}
      <View planner={planner} mayMove={mayMove} />
      <Legend planner={planner} />
    </>
  );
}

export function PlannerScreen() {
  const planner = usePlanner();
  const { current } = useSession();
  const mayMove = may(current, VEHICLE_FILE_WRITE);
  return (
    <div className="planner">
      <FileTabs />
      <PlannerToolbar planner={planner} />
      <div className="plan-place">
        <div className="plan-stage" aria-busy={planner.isPending}>
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
