import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chosen, PickerKind, PickerRow } from './kind.ts';
import { Picker } from './picker.tsx';
import { usePickerList } from './use-picker-list.ts';

/** Props of every picker of one record. */
export interface SinglePickerProps {
  readonly selected: Chosen | null;
  /** Called with id and name of the clicked row (P-017, P-079); null if the selection is cleared. */
  readonly onChange: (selected: Chosen | null) => void;
  /** Whether the selection can be cleared. */
  readonly isOptional?: boolean;
  /** Label of the picker; default is that of its kind. */
  readonly label?: string;
  /** Error of the selection, from the form. */
  readonly fault?: readonly string[] | undefined;
}

/** A flag of the form that reloads the picker (requirement P-080). */
export interface Refresh {
  readonly isWanted: boolean;
  /** A click on a row resets the flag. */
  readonly onTaken: () => void;
}

/** Selects one record by a click on its row (requirement P-017). */
export function SinglePicker<Row extends PickerRow>({
  kind,
  selected,
  onChange,
  isOptional = false,
  label,
  fault,
  hidesEmptyPager = false,
  refresh,
}: SinglePickerProps & {
  readonly kind: PickerKind<Row>;
  readonly hidesEmptyPager?: boolean;
  readonly refresh?: Refresh | undefined;
}) {
  const { t } = useTranslation();
  const list = usePickerList(kind, selected?.id ?? null);
  const reload = useRef(list.reload);
  reload.current = list.reload;
  const isWanted = refresh?.isWanted ?? false;
  useEffect(() => {
    if (isWanted) void reload.current();
  }, [isWanted]);
  const pick = (row: Row) => {
    if (isWanted) refresh?.onTaken();
    onChange({ id: row.id, name: kind.nameOf(row) });
  };
  return (
    <Picker
      kind={kind}
      list={list}
      label={label}
      fault={fault}
      selectedIds={new Set(selected === null ? [] : [selected.id])}
      isMulti={false}
      hidesEmptyPager={hidesEmptyPager}
      onPick={pick}
    >
      <div className="picker-footer">
        <span role="status">
          {selected === null
            ? t('picker.noneSelected')
            : t(`picker.${kind.key}.selected`, { name: selected.name })}
        </span>
        {isOptional && selected !== null && (
          <button type="button" className="link-button" onClick={() => onChange(null)}>
            {t('picker.clear')}
          </button>
        )}
      </div>
    </Picker>
  );
}
