import { Columns3, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../popover/popover.tsx';
import styles from './column-chooser.module.css';
import type { Column } from './order.ts';
import { type TableColumns, WIDTH_PX } from './table-columns.ts';

/** The button of a table that shows, hides, narrows and widens its columns. */
export function ColumnChooser<Row>({
  columns,
  state,
  currentWidthPx,
}: {
  readonly columns: readonly Column<Row>[];
  readonly state: TableColumns<Row>;
  /** Width of a column on the screen now, px. */
  readonly currentWidthPx: (key: string) => number;
}) {
  const { t } = useTranslation();
  const resize = (key: string, byPx: number) =>
    state.setWidth(key, (state.widthOf(key) ?? currentWidthPx(key)) + byPx);
  return (
    <Popover
      label={t('table.columns')}
      button={<Columns3 size={18} aria-hidden="true" />}
      buttonLabel={t('table.columns')}
      className={`icon-button ${styles.button}`}
    >
      {() => (
        <div className={styles.panel}>
          <ul>
            {columns.map(({ key, label }, index) => (
              <li key={key}>
                <label>
                  <input
                    type="checkbox"
                    checked={state.isShown(key)}
                    disabled={index === 0}
                    onChange={() => state.toggle(key)}
                  />
                  {label}
                </label>
                {state.isShown(key) && (
                  <span className={styles.width}>
                    <button
                      type="button"
                      aria-label={t('table.narrower', { column: label })}
                      onClick={() => resize(key, -WIDTH_PX.step)}
                    >
                      <Minus size={16} aria-hidden="true" />
                    </button>
                    <button
                      type="button"
                      aria-label={t('table.wider', { column: label })}
                      onClick={() => resize(key, WIDTH_PX.step)}
                    >
                      <Plus size={16} aria-hidden="true" />
                    </button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="button"
            disabled={state.isDefault}
            onClick={() => state.reset()}
          >
            {t('table.resetColumns')}
          </button>
        </div>
      )}
    </Popover>
  );
}
