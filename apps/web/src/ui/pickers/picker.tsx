import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../close-icon.tsx';
import { Pager } from '../data-table/pager.tsx';
import type { PickerKind, PickerRow } from './kind.ts';
import { PickerTable } from './picker-table.tsx';
import type { usePickerList } from './use-picker-list.ts';
import './pickers.css';
import { faultText } from '../field/required.ts';

function SearchBox({
  placeholder,
  gridId,
  text,
  onText,
}: {
  readonly placeholder: string;
  readonly gridId: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      document.getElementById(gridId)?.focus();
    }
    // Enter must not submit the form; Escape clears the search without closing a dialog.
    const isEscape = event.key === 'Escape' && text !== '';
    if (event.key === 'Enter' || isEscape) event.preventDefault();
    if (isEscape) {
      event.stopPropagation();
      onText('');
    }
  };
  return (
    <div className="picker-search">
      <input
        ref={input}
        type="search"
        aria-label={placeholder}
        aria-controls={gridId}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('picker.clearSearch')}
          onClick={() => {
            onText('');
            input.current?.focus();
          }}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

/** Shown instead of rows: a spinner while loading, or the empty state. */
function Beside({
  kind,
  isEmpty,
  isLoading,
}: {
  readonly kind: { readonly key: string; readonly hasEmptyHint: boolean };
  readonly isEmpty: boolean;
  readonly isLoading: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      {isLoading && (
        <div className="picker-loading">
          <span className="picker-spinner" aria-hidden="true" />
        </div>
      )}
      <div className="picker-empty" role="status">
        {isLoading && <span className="visually-hidden">{t('picker.loading')}</span>}
        {isEmpty && !isLoading && <strong>{t(`picker.${kind.key}.empty`)}</strong>}
        {isEmpty && !isLoading && kind.hasEmptyHint && <p>{t('picker.emptyHint')}</p>}
      </div>
    </>
  );
}

/**
 * The common parts of pickers: search box, sortable table, footer and pages (requirements P-001 to P-011).
 * `MultiPicker` and `SinglePicker` add the selection.
 *
 * @param list result of `usePickerList` for the same kind
 * @param label label of the picker; default is that of its kind
 * @param fault error of the selection, from the form
 * @param children chips and footer
 */
export function Picker<Row extends PickerRow>({
  kind,
  list,
  label,
  fault,
  selectedIds,
  isMulti,
  hidesEmptyPager = false,
  onPick,
  children,
}: {
  readonly kind: PickerKind<Row>;
  readonly list: ReturnType<typeof usePickerList<Row>>;
  readonly label?: string | undefined;
  readonly fault?: readonly string[] | undefined;
  readonly selectedIds: ReadonlySet<number>;
  readonly isMulti: boolean;
  /** Requirement P-092. */
  readonly hidesEmptyPager?: boolean;
  readonly onPick: (row: Row) => void;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { text, setText, question, ask, rows, count, countIsLimit, isLoading } = list;
  const name = label ?? t(`picker.${kind.key}.label`);
  const hasPager = kind.pageSize !== null && !(hidesEmptyPager && count === 0);
  return (
    <fieldset className="picker" aria-describedby={`${id}-fault`}>
      <legend>{name}</legend>
      <SearchBox
        placeholder={t(`picker.${kind.key}.search`)}
        gridId={`${id}-grid`}
        text={text}
        onText={setText}
      />
      <div className="picker-list" aria-busy={isLoading}>
        <PickerTable
          id={`${id}-grid`}
          label={name}
          kind={kind}
          rows={rows}
          selectedIds={selectedIds}
          isMulti={isMulti}
          order={question.order}
          onOrder={(order) => ask({ order })}
          onPick={onPick}
        />
        <Beside kind={kind} isEmpty={rows.length === 0} isLoading={isLoading} />
      </div>
      {children}
      {hasPager && (
        <Pager
          page={question.page}
          pageSize={question.pageSize}
          count={count}
          isLimit={countIsLimit}
          onPage={(page) => ask({ page })}
          onPageSize={(pageSize) => ask({ pageSize })}
        />
      )}
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {faultText(fault, name)}
      </p>
    </fieldset>
  );
}
