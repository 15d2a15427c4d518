import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { DayPicker } from '../../ui/day-picker/day-picker.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, look } from '../../ui/look/look.ts';
import { ReportSwitch } from '../../ui/report/report-head.tsx';
import behaviourStyles from './behaviour.module.css';
import type { RankBy, useBehaviour } from './use-behaviour.ts';

/** Vehicle group, date range (requirement M-P11), and what is ranked. */
export function BehaviourSidebar({ data }: { readonly data: ReturnType<typeof useBehaviour> }) {
  const { t } = useTranslation();
  const groups = useVehicleGroups();
  const choice = (by: RankBy, label: string) => (
    <Button kind="bare" aria-pressed={data.by === by} onClick={() => data.setBy(by)}>
      {label}
    </Button>
  );
  const group = (id: number | null, name: string) => (
    <li key={id}>
      <Button
        kind="bare"
        className="tree-vehicle all"
        aria-pressed={data.groupId === id}
        onClick={() => data.setGroup(id)}
      >
        {name}
      </Button>
    </li>
  );
  return (
    <>
      <DateRangePicker value={data.days} onChange={data.setDays} />
      <DayPicker value={data.days} onChange={data.setDays} />
      <ReportSwitch legend={t('behaviour.by')}>
        {choice('vehicle', t('behaviour.byVehicle'))}
        {choice('driver', t('behaviour.byDriver'))}
        {choice('depot', t('behaviour.byDepot'))}
      </ReportSwitch>
      <div>
        <h2
          className={cx(
            look({ marginBottom: 1, tone: 'quiet', size: 'small' }),
            behaviourStyles.groupTitle,
          )}
          id="behaviour-groups"
        >
          {t('behaviour.group')}
        </h2>
        <ul
          className={cx(look({ padding: 0, list: true }), behaviourStyles.groupList)}
          aria-labelledby="behaviour-groups"
        >
          {group(null, t('behaviour.allGroups'))}
          {groups.data?.map(({ id, name }) => group(id, name))}
        </ul>
      </div>
    </>
  );
}
