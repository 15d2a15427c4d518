import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Modal } from '../../ui/dialog.tsx';
import styles from './search.module.css';
import type { Entry } from './search-entries.ts';
import { SearchRow } from './search-row.tsx';
import { useSearch } from './use-search.ts';

/** Longest text that the server takes. */
const MAX_LENGTH = 200;

/** Rows of the same group, in sequence. */
function groupsOf(entries: readonly Entry[]) {
  const groups: { group: string; rows: { entry: Entry; place: number }[] }[] = [];
  for (const [place, entry] of entries.entries()) {
    const last = groups.at(-1);
    if (last?.group === entry.group) last.rows.push({ entry, place });
    else groups.push({ group: entry.group, rows: [{ entry, place }] });
  }
  return groups;
}

/** Shown instead of rows: the search failed, or found nothing; with the next step. */
function Without({
  search,
  text,
}: {
  readonly search: ReturnType<typeof useSearch>;
  readonly text: string;
}) {
  const { t } = useTranslation();
  if (search.isFailed) {
    return (
      <div className={styles.without} role="alert">
        <p>{t('search.failed')}</p>
        <Button onClick={() => void search.retry()}>{t('action.retry')}</Button>
      </div>
    );
  }
  if (search.isBusy || search.entries.length > 0) return null;
  return (
    <div className={styles.without}>
      <p>
        <strong>{t('search.none', { text })}</strong>
      </p>
      <p>{t('search.noneHint')}</p>
    </div>
  );
}

/** The selected row; the first one after each change of the text. */
function useActive(text: string, count: number) {
  const [chosen, setChosen] = useState({ text, place: 0 });
  const place = chosen.text === text ? Math.min(chosen.place, Math.max(count - 1, 0)) : 0;
  const choose = (next: number) => setChosen({ text, place: next });
  const step = (by: number) => choose(count === 0 ? 0 : (place + by + count) % count);
  return { place, choose, step };
}

const rowId = (id: string, row: number) => `${id}-row-${row}`;

/** The rows by group, as the list of the combobox. */
function ResultList({
  id,
  entries,
  place,
  isBusy,
  open,
  choose,
}: {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly place: number;
  readonly isBusy: boolean;
  readonly open: (entry: Entry, inNewTab: boolean) => void;
  readonly choose: (place: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('search.results')}
      aria-busy={isBusy}
      hidden={entries.length === 0}
      className={styles.list}
    >
      {groupsOf(entries).map(({ group, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={styles.group} role="presentation">
            {t(`search.group.${group}`)}
          </div>
          {rows.map(({ entry, place: row }) => (
            <SearchRow
              key={entry.key}
              entry={entry}
              id={rowId(id, row)}
              isActive={row === place}
              onOpen={(inNewTab) => open(entry, inNewTab)}
              onPoint={() => row !== place && choose(row)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The keys of the dialog, for people who see it; screen readers announce those of a combobox. */
function KeyHints() {
  const { t } = useTranslation();
  return (
    <p className={styles.keys} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('search.key.move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('search.key.open')}
      </span>
      <span>
        <kbd>Ctrl Enter</kbd> {t('search.key.newTab')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('search.key.close')}
      </span>
    </p>
  );
}

/** The field of the combobox, and the button that closes the dialog. */
function SearchField({
  text,
  list,
  active,
  onText,
  onKeyDown,
  onClose,
}: {
  readonly text: string;
  /** The id of the list. */
  readonly list: string;
  /** The id of the selected row; undefined while there is none. */
  readonly active: string | undefined;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.field}>
      <Search size={20} aria-hidden="true" />
      <input
        type="text"
        role="combobox"
        aria-label={t('search.open')}
        aria-expanded={active !== undefined}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        enterKeyHint="go"
        placeholder={t('search.placeholder')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="icon" aria-label={t('action.close')} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The search over records, screens, actions and settings, as a dialog with a combobox. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  /** Enter was pressed before the results of the text arrived: the best one opens then. */
  const [isWaiting, setIsWaiting] = useState<'here' | 'newTab' | null>(null);
  const search = useSearch(text);
  const { entries, isBusy } = search;
  const { place, choose, step } = useActive(text, entries.length);
  const isListShown = entries.length > 0;

  const open = (entry: Entry | undefined, inNewTab: boolean) => {
    if (entry === undefined) return;
    onClose();
    entry.run?.();
    if (entry.to === null) return;
    if (inNewTab) window.open(entry.to, '_blank', 'noopener');
    else void navigate({ to: entry.to });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new selection scrolls into view
  useEffect(() => {
    document.getElementById(rowId(id, place))?.scrollIntoView({ block: 'nearest' });
  }, [place, entries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the results are there
  useEffect(() => {
    if (isWaiting === null || isBusy) return;
    setIsWaiting(null);
    open(entries[place], isWaiting === 'newTab');
  }, [isWaiting, isBusy]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'PageDown') choose(Math.min(place + 8, entries.length - 1));
    else if (key === 'PageUp') choose(Math.max(place - 8, 0));
    else if (key === 'Enter') {
      const inNewTab = event.ctrlKey || event.metaKey;
      if (isBusy && place === 0) setIsWaiting(inNewTab ? 'newTab' : 'here');
      else open(entries[place], inNewTab);
    } else return;
    event.preventDefault();
  };

  const status = isBusy
    ? ''
    : entries.length === 0
      ? t('search.none', { text })
      : t('search.count', { count: entries.length });
  return (
    <Modal
      className={styles.dialog}
      aria-label={t('search.open')}
      startAt="input"
      isClosedOutside
      onClose={onClose}
    >
      <div className={styles.panel}>
        <SearchField
          text={text}
          list={`${id}-list`}
          active={isListShown ? rowId(id, place) : undefined}
          onText={(typed) => {
            setIsWaiting(null);
            setText(typed);
          }}
          onKeyDown={onKeyDown}
          onClose={onClose}
        />
        <div className={styles.results}>
          <ResultList
            id={id}
            entries={entries}
            place={place}
            isBusy={isBusy}
            {...{ open, choose }}
          />
          <Without search={search} text={text} />
        </div>
        <KeyHints />
        <p role="status" className="visually-hidden">
          {status}
        </p>
      </div>
    </Modal>
  );
}
