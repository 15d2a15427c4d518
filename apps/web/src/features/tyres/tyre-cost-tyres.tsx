import { formatNumber, SCRAP_REASONS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { Choice } from '../records/records-filters.tsx';
import {
  type AskedTyreCosts,
  type TyreBehind,
  type TyreFigure,
  useTyreCostTexts,
} from './tyre-costs.ts';
import { TYRES_KEY } from './tyres.ts';

const NONE = '–';

function useColumns(): readonly Column<TyreBehind>[] {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const texts = useTyreCostTexts();
  return [
    {
      key: 'serial',
      label: t('tyres.field.serial'),
      cell: ({ id, serial }) => (
        <Link to="/tyres" search={{ open: String(id) } as never}>
          {serial}
        </Link>
      ),
    },
    { key: 'size', label: t('tyres.field.size'), cell: ({ size }) => size },
    {
      key: 'status',
      label: t('tyres.status'),
      cell: ({ scrap_reason: reason, status }) =>
        reason === null ? t(`tyres.status.${status}`) : t(`tyres.reason.${reason}`),
    },
    {
      key: 'vehicle',
      label: t('recalls.vehicle'),
      cell: ({ vehicle }) => (vehicle === null ? NONE : <VehicleLink vehicle={vehicle} />),
    },
    {
      key: 'bought',
      label: t('tyres.field.bought_on'),
      cell: ({ bought_on: day }) => (day === null ? NONE : formatDay(day, dates.dateFormat)),
    },
    {
      key: 'run',
      label: t('tyres.run'),
      isNumber: true,
      cell: ({ run_m }) => texts.distance(run_m),
    },
    {
      key: 'worn',
      label: t('tyres.costs.worn'),
      isNumber: true,
      cell: ({ is_interpolated, worn_mm, worn_run_m }) =>
        worn_run_m === 0
          ? NONE
          : `${formatNumber(worn_mm, locale, 1)} mm${is_interpolated ? ' ≈' : ''}`,
    },
    {
      key: 'cost',
      label: t('tyres.costs.cost'),
      isNumber: true,
      cell: ({ cost }) => texts.money(cost),
    },
    {
      key: 'wornCost',
      label: t('tyres.costs.wornCost'),
      isNumber: true,
      cell: ({ worn_cost: cost }) => texts.money(cost),
    },
  ];
}

/** The tyres behind the figure in the address, with what each counts; nothing without a figure. */
export function TyresBehind({
  asked: { address, change, query },
}: {
  readonly asked: AskedTyreCosts;
}) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { figure, rowMake, rowModel } = address;
  const cause =
    figure === 'scrapped' ? SCRAP_REASONS.find((one) => one === address.cause) : undefined;
  const list = useQuery({
    queryKey: [TYRES_KEY, 'costs', query, figure, cause, rowMake, rowModel],
    enabled: figure !== undefined,
    queryFn: ({ signal }) =>
      api.tyreCosts.tyres({
        query: {
          ...query,
          figure: figure as TyreFigure,
          ...(cause === undefined ? {} : { cause }),
          ...(rowMake === undefined ? {} : { row_make: rowMake, row_model: rowModel ?? '' }),
        },
        signal,
      }),
  });
  if (figure === undefined) return null;
  const title = t('tyres.costs.behind', {
    figure: t(`tyres.costs.figure.${figure}`),
    what: [rowMake, rowModel].filter(Boolean).join(' '),
  });
  return (
    <section aria-label={title} className={look({ flow: 'stack', gap: 2, paddingX: 4 })}>
      <div className={look({ flow: 'row', align: 'center', gap: 2 })}>
        <h2 className={look({ size: 'lead', margin: 0 })}>{title}</h2>
        {figure === 'scrapped' && (
          <Choice
            name="cause"
            label={t('tyres.costs.causes')}
            all={t('tyres.costs.anyCause')}
            options={SCRAP_REASONS.map((value) => ({ value, label: t(`tyres.reason.${value}`) }))}
            values={{ cause }}
            change={change}
          />
        )}
        <Button
          onClick={() =>
            change({
              figure: undefined,
              cause: undefined,
              rowMake: undefined,
              rowModel: undefined,
            })
          }
        >
          {t('tyres.costs.close')}
        </Button>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={({ id }) => id}
        state={list}
        empty={{ title: t('tyres.costs.empty'), text: t('tyres.costs.emptyText') }}
      />
    </section>
  );
}
