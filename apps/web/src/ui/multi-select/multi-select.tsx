import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../field/required.ts';
import { Popover } from '../popover/popover.tsx';
import './multi-select.css';

/** An option. */
export interface Option<T extends string | number> {
  readonly value: T;
  readonly label: string;
  /** Heading of its group; options of a group are adjacent. */
  readonly group?: string;
}

/** Number of options from which a search box is shown. */
const SEARCH_FROM = 10;

function Options<T extends string | number>({
  options,
  chosen,
  onToggle,
}: {
  readonly options: readonly Option<T>[];
  readonly chosen: ReadonlySet<T>;
  readonly onToggle: (value: T) => void;
}) {
  const groups = new Map<string, Option<T>[]>();
  for (const option of options) {
    const group = option.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups].map(([group, members]) => (
    <fieldset key={group} className="choices-group">
      {group !== '' && <legend>{group}</legend>}
      {members.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="checkbox" checked={chosen.has(value)} onChange={() => onToggle(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  ));
}

/**
 * Selects any number of options, with "Select all" and "Clear all" (requirements E-01 to E-03). The
 * selection is reported in the sequence of the options.
 *
 * @param fault error of the selection, shown with the field
 * @param none text for an empty selection, if that is a valid value
 */
export function MultiSelect<T extends string | number>({
  label,
  options,
  chosen,
  fault,
  none,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly chosen: ReadonlySet<T>;
  readonly fault?: string | null;
  readonly none?: string;
  readonly onChange: (values: T[]) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState('');
  const tell = (isIn: (value: T) => boolean) =>
    onChange(options.map(({ value }) => value).filter(isIn));
  const toggle = (value: T) => tell((one) => (one === value ? !chosen.has(one) : chosen.has(one)));
  const count = options.filter(({ value }) => chosen.has(value)).length;
  const only = count === 1 ? options.find(({ value }) => chosen.has(value))?.label : undefined;
  const summary =
    count === 0
      ? (none ?? t('choice.none'))
      : count === options.length
        ? t('choice.all', { count: options.length })
        : (only ?? t('choice.some', { chosen: String(count), of: String(options.length) }));
  const found = options.filter((one) => one.label.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="multi-select">
      <span className="multi-label" id={`${id}-label`}>
        {label}
      </span>
      <Popover
        label={label}
        buttonLabel={`${label}: ${summary}`}
        className={fault == null ? 'multi-button' : 'multi-button faulty'}
        describedBy={`${id}-fault`}
        button={
          <>
            <span>{summary}</span>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          </>
        }
      >
        {() => (
          <div className="choices">
            <div className="choices-head">
              {options.length >= SEARCH_FROM && (
                <input
                  type="search"
                  aria-label={t('choice.search')}
                  placeholder={t('choice.search')}
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
              )}
              <div>
                <button type="button" className="link-button" onClick={() => tell(() => true)}>
                  {t('choice.selectAll')}
                </button>
                <button type="button" className="link-button" onClick={() => onChange([])}>
                  {t('choice.clearAll')}
                </button>
              </div>
            </div>
            <Options options={found} chosen={chosen} onToggle={toggle} />
            {found.length === 0 && <p className="choices-empty">{t('choice.noMatch')}</p>}
          </div>
        )}
      </Popover>
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {fault != null && faultText([fault], label)}
      </p>
    </div>
  );
}
