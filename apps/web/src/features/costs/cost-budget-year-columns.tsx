import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import {
  amountOf,
  type BudgetRow,
  type BudgetYearState,
  isAmount,
  MONTHS,
  spread,
} from './use-budget-year.ts';

const FIELD = look({
  height: 40,
  paddingX: 2,
  ground: 'surface',
  border: 'strong',
  radius: 'medium',
});
/** The sum of a row, and a field that spreads an amount over the months. */
function YearAmount({
  row,
  state,
  mayWrite,
}: {
  readonly row: BudgetRow;
  readonly state: BudgetYearState;
  readonly mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const money = useMoney();
  const sum = state.textsOf(row).reduce((all, text) => all + (amountOf(text) || 0), 0);
  return (
    <span className={look({ flow: 'stack', gap: 1, items: 'end' })}>
      <strong>{money(sum)}</strong>
      {mayWrite && (
        <input
          className={FIELD}
          type="text"
          inputMode="decimal"
          size={8}
          aria-label={t('costs.spread', { kind: t(`costs.kind.${row.kind}`) })}
          placeholder={t('costs.spreadShort')}
          onBlur={({ currentTarget }) => {
            const { value } = currentTarget;
            if (value.trim() === '' || !isAmount(value)) return;
            state.change(row.kind, spread(value));
            currentTarget.value = '';
          }}
        />
      )}
    </span>
  );
}

/** The columns of a year: the kind of cost, the year and each month. */
export function useBudgetYearColumns(
  year: number,
  state: BudgetYearState,
  mayWrite: boolean,
): readonly Column<BudgetRow>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  return [
    { key: 'kind', label: t('costs.category'), cell: ({ kind }) => t(`costs.kind.${kind}`) },
    {
      key: 'year',
      label: t('costs.yearAmount'),
      isNumber: true,
      widthPx: 120,
      cell: (row) => <YearAmount row={row} state={state} mayWrite={mayWrite} />,
    },
    ...Array.from({ length: MONTHS }, (_, n): Column<BudgetRow> => {
      const month = format.format(Date.UTC(year, n, 1));
      return {
        key: String(n + 1),
        label: month,
        isNumber: true,
        cell: (row) => {
          const texts = state.textsOf(row);
          const text = texts[n] ?? '';
          return (
            <input
              className={FIELD}
              type="text"
              inputMode="decimal"
              size={7}
              aria-label={`${t(`costs.kind.${row.kind}`)}, ${month}`}
              aria-invalid={!isAmount(text)}
              readOnly={!mayWrite}
              value={text}
              onChange={({ currentTarget }) =>
                state.change(row.kind, texts.with(n, currentTarget.value))
              }
            />
          );
        },
      };
    }),
  ];
}
