import { formatNumber } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../display.ts';
import { Chips } from './chips.tsx';
import type { Chosen, PickerKind, PickerRow } from './kind.ts';
import { Picker } from './picker.tsx';
import { usePickerList } from './use-picker-list.ts';

/** Props of every picker of several records. */
export interface MultiPickerProps {
  readonly selected: readonly Chosen[];
  /** Called with the whole selection at each change (P-012, P-016). */
  readonly onChange: (selected: readonly Chosen[]) => void;
  /** Label of the picker; default is that of its kind. */
  readonly label?: string;
  /** Error of the selection, from the form. */
  readonly fault?: readonly string[] | undefined;
}

/**
 * Selects any number of records: a click on a row adds it, on a selected row does nothing; a click on a
 * chip removes it; "clear all" removes all (requirements P-012 to P-016).
 */
export function MultiPicker<Row extends PickerRow>({
  kind,
  selected,
  onChange,
  label,
  fault,
}: MultiPickerProps & { readonly kind: PickerKind<Row> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const list = usePickerList(kind, null);
  const ids = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const add = (row: Row) => {
    if (!ids.has(row.id)) onChange([...selected, { id: row.id, name: kind.nameOf(row) }]);
  };
  const count = selected.length;
  return (
    <Picker
      kind={kind}
      list={list}
      label={label}
      fault={fault}
      selectedIds={ids}
      isMulti
      onPick={add}
    >
      <Chips
        chosen={selected}
        onRemove={(removed) => onChange(selected.filter(({ id }) => id !== removed))}
      />
      <div className="picker-footer">
        <span role="status">
          {t(`picker.${kind.key}.selected`, { count, number: formatNumber(count, locale) })}
        </span>
        <button
          type="button"
          className="link-button"
          disabled={count === 0}
          onClick={() => onChange([])}
        >
          {t('picker.clearAll')}
        </button>
      </div>
    </Picker>
  );
}
