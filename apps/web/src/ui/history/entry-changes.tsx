import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../display.ts';

/** An entry of the audit log as returned by its call. */
export type Entry = AnswerOf<typeof contract.audit.read>;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A displayed value: yes and no in words, times in the person's format. */
function useValueText(): (value: unknown) => string {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('history.nothing');
    if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no');
    if (Array.isArray(value)) {
      return value.length === 0 ? t('history.nothing') : value.map(textOf).join(', ');
    }
    if (typeof value === 'object') {
      const { name } = value as { readonly name?: unknown };
      return typeof name === 'string' ? name : JSON.stringify(value);
    }
    if (typeof value === 'string' && MOMENT.test(value)) {
      return formatDateTime(Date.parse(value), dates);
    }
    return String(value);
  };
  return textOf;
}

/** The label of a field: its text, or its API name without one. */
function useFieldText(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const words = name.replaceAll('_', ' ');
    return t(`history.field.${name}`, words.charAt(0).toUpperCase() + words.slice(1));
  };
}

/** The changed fields of an entry, with old and new value. */
export function EntryChanges({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation();
  const textOf = useValueText();
  const fieldOf = useFieldText();
  const { before, after, action } = entry;
  if (entry.is_erased) return <p className="history-quiet">{t('history.erased')}</p>;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <ul className="history-changes">
      {names.map((name) => (
        <li key={name}>
          <span className="history-quiet">{fieldOf(name)}</span>{' '}
          {before !== null && <del>{textOf(before[name])}</del>}{' '}
          {after !== null && (
            <ins>
              {action === 'viewed' && name === 'shown'
                ? t(`audit.shown.${String(after[name])}`, String(after[name]))
                : textOf(after[name])}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
