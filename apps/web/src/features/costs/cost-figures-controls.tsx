import { COST_GROUPINGS, type CostGrouping } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/order.ts';
import { addMonths, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { EntityLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { MonthSelect } from '../../ui/select/month-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { DepotChoice } from '../records/records-filters.tsx';
import { ExportMenu, type ListExport } from './cost-export-menu.tsx';
import { CONTROL } from './costs.ts';
import { useMonthName } from './use-month-name.ts';

const MONTHS = 12;

/** The range and grouping in the address. */
export function useFiguresAsked() {
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const by = COST_GROUPINGS.find((one) => one === address.by) ?? 'month';
  const query = {
    from: address.fromMonth ?? addMonths(`${thisMonth}-01`, 1 - MONTHS).slice(0, 7),
    to: address.toMonth ?? thisMonth,
    by,
    ...(address.depot === undefined ? {} : { depot: Number(address.depot) }),
  };
  return { address, change, query, thisMonth };
}

/** The name of a group of figures. */
export function useFigureName(
  by: CostGrouping,
): (figure: { readonly key: string; readonly name: string }) => string {
  const { t } = useTranslation();
  const monthName = useMonthName();
  if (by === 'vehicle_type') return ({ key }) => t(`vehicles.type.${key as 'VAN'}`);
  return by === 'month' ? ({ key }) => monthName(key) : ({ name }) => name;
}

/** The first column of figures: the name of the month, vehicle, type or depot, with its link. */
export function useNameColumn(
  by: CostGrouping,
): Column<{ readonly key: string; readonly name: string }> {
  const { t } = useTranslation();
  const nameOf = useFigureName(by);
  return {
    key: 'name',
    label: t(`costs.by.${by}`),
    cell: (one) =>
      by === 'vehicle' || by === 'depot' ? (
        <EntityLink kind={by} id={Number(one.key)}>
          {one.name}
        </EntityLink>
      ) : (
        nameOf(one)
      ),
  };
}

/** Months, grouping and depot of figures, and their download. */
export function FigureControls({
  asked,
  file,
}: {
  readonly asked: ReturnType<typeof useFiguresAsked>;
  readonly file: ListExport;
}) {
  const { t } = useTranslation();
  const { address, change, query, thisMonth } = asked;
  return (
    <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
      <MonthSelect
        className={CONTROL}
        aria-label={t('costs.fromMonth')}
        value={query.from}
        last={thisMonth}
        onMonth={(month) => change({ fromMonth: month })}
      />
      <MonthSelect
        className={CONTROL}
        aria-label={t('costs.toMonth')}
        value={query.to}
        last={thisMonth}
        onMonth={(month) => change({ toMonth: month })}
      />
      <Select
        className={CONTROL}
        aria-label={t('costs.groupBy')}
        value={query.by}
        onChange={({ currentTarget }) => change({ by: currentTarget.value })}
      >
        {COST_GROUPINGS.map((by) => (
          <option key={by} value={by}>
            {t(`costs.groupBy.${by}`)}
          </option>
        ))}
      </Select>
      <DepotChoice className={CONTROL} values={address} change={change} />
      <span className={look({ grow: true })} />
      <ExportMenu file={file} query={query} />
    </div>
  );
}

/** Sums above a table of figures. */
export function FigureTiles({
  tiles,
}: {
  readonly tiles: readonly (readonly [label: string, value: React.ReactNode])[];
}) {
  return (
    <dl className={look({ flow: 'row', wrap: true, gap: 3, margin: 0 })}>
      {tiles.map(([label, value]) => (
        <div
          key={label}
          className={look({
            paddingY: 2,
            paddingX: 3,
            ground: 'ground',
            border: 'line',
            radius: 'medium',
          })}
        >
          <dt className={look({ size: 'small', tone: 'quiet' })}>{label}</dt>
          <dd className={look({ margin: 0, size: 'lead', weight: 'strong', numeric: true })}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
