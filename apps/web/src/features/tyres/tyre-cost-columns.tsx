import { SCRAP_REASONS } from '@roadworthy/domain';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import type { AskedTyreCosts, TyreCostRow, TyreFigure } from './tyre-costs.ts';
import { useTyreCostTexts } from './tyre-costs.ts';

const NONE = '–';
/** Unknown figures are last in ascending sequence. */
const byNumber = (of: (row: TyreCostRow) => number | null) => (a: TyreCostRow, b: TyreCostRow) =>
  (of(a) ?? Number.POSITIVE_INFINITY) - (of(b) ?? Number.POSITIVE_INFINITY);

const nameOf = ({ make, model }: TyreCostRow) => [make, model].filter(Boolean).join(' ');

/** The columns of the costs by make and model; a figure opens the tyres behind it. */
export function useTyreCostColumns({ change }: AskedTyreCosts): readonly Column<TyreCostRow>[] {
  const { t } = useTranslation();
  const texts = useTyreCostTexts();
  const open = (figure: TyreFigure, row: TyreCostRow, cause?: string) =>
    change(
      { figure, cause, rowMake: row.make, rowModel: row.model || undefined },
      // Back returns to the costs without the list.
      { isStep: true },
    );
  const column = (
    key: string,
    figure: TyreFigure,
    label: string,
    of: (row: TyreCostRow) => number | null,
    text: (row: TyreCostRow) => string = (row) => String(of(row) ?? NONE),
  ): Column<TyreCostRow> => ({
    key,
    label,
    isNumber: true,
    compare: byNumber(of),
    cell: (row) => {
      if (row[figure] === 0) return text(row);
      const what = nameOf(row);
      return (
        <Button
          kind="link"
          aria-label={t('tyres.costs.open', { figure: label, what, value: text(row) })}
          onClick={() => open(figure, row)}
        >
          {text(row)}
        </Button>
      );
    },
  });
  return [
    {
      key: 'tyre',
      label: t('tyres.tyre'),
      compare: (a, b) => `${a.make} ${a.model}`.localeCompare(`${b.make} ${b.model}`),
      cell: nameOf,
    },
    column('fitted_now', 'fitted_now', t('tyres.costs.figure.fitted_now'), (row) => row.fitted_now),
    column('bought', 'bought', t('tyres.costs.figure.bought'), (row) => row.bought),
    column('scrapped', 'scrapped', t('tyres.costs.figure.scrapped'), (row) => row.scrapped),
    {
      key: 'causes',
      label: t('tyres.costs.causes'),
      cell: (row) => {
        const reasons = SCRAP_REASONS.filter((reason) => row.causes[reason] > 0);
        if (reasons.length === 0) return NONE;
        return reasons.map((reason, n) => {
          const figure = t(`tyres.reason.${reason}`);
          const value = row.causes[reason];
          return (
            <Fragment key={reason}>
              {n > 0 && ', '}
              <Button
                kind="link"
                aria-label={t('tyres.costs.open', { figure, what: nameOf(row), value })}
                onClick={() => open('scrapped', row, reason)}
              >
                {`${figure} ${value}`}
              </Button>
            </Fragment>
          );
        });
      },
    },
    column('retreads', 'retreaded', t('tyres.costs.figure.retreaded'), (row) => row.retreads),
    column(
      'run',
      'ran',
      t('tyres.costs.figure.ran'),
      (row) => row.mean_run_m,
      (row) => texts.distance(row.mean_run_m),
    ),
    column(
      'perMm',
      'measured',
      t('tyres.costs.figure.measured'),
      (row) => row.m_per_mm,
      (row) =>
        `${texts.distance(row.m_per_mm)}${row.m_per_mm !== null && row.is_interpolated ? ' ≈' : ''}`,
    ),
    column(
      'cost',
      'costed',
      t('tyres.costs.figure.costed'),
      (row) => row.mean_cost,
      (row) => texts.money(row.mean_cost),
    ),
    column(
      'withoutCost',
      'without_cost',
      t('tyres.costs.figure.without_cost'),
      (row) => row.without_cost,
    ),
    column(
      'perThousand',
      'worn',
      t('tyres.costs.perThousand', { distance: texts.thousand }),
      (row) => row.cost_per_m,
      (row) => texts.perThousand(row.cost_per_m),
    ),
  ];
}
