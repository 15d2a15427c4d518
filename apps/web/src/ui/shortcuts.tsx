import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '../session/storage.ts';
import { Dialog } from './dialog.tsx';
import styles from './shortcuts.module.css';
import { topModal } from './top-modal.ts';

/** A keyboard shortcut. */
export interface Shortcut {
  /** A key as the browser names it, or two keys one after the other: `g h`. */
  readonly key: string;
  /** Key of the text in the locale files. */
  readonly label: string;
  readonly run?: (() => void) | undefined;
  /** Applies on every screen; one of the screen with the same key takes precedence. */
  readonly isGlobal?: boolean;
}

/** The second key of a sequence is expected within this time. */
const SEQUENCE_MS = 1500;

let shortcuts: readonly Shortcut[] = [];
let isListOpen = false;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Registers shortcuts while a component is shown; `?` lists them. */
export function useShortcuts(offered: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    shortcuts = [...shortcuts, ...offered];
    notify();
    return () => {
      shortcuts = shortcuts.filter((one) => !offered.includes(one));
      notify();
    };
  }, [offered]);
}

const userId = (): number => storage.currentUser.get()?.user.id ?? 0;

/** Whether shortcuts of single keys work for the signed-in person in this browser (WCAG 2.1.4). */
export const singleKeysAreOn = (): boolean =>
  storage.singleKeyShortcuts.get()?.[userId()] !== false;

function switchSingleKeys(isOn: boolean): void {
  const { [userId()]: _, ...others } = storage.singleKeyShortcuts.get() ?? {};
  storage.singleKeyShortcuts.set(isOn ? others : { ...others, [userId()]: false });
  notify();
}

function setList(isOpen: boolean): void {
  isListOpen = isOpen;
  notify();
}

/** Opens the list of shortcuts, as `?` does. */
export const openShortcutList = (): void => setList(true);

/** Fields in which a key types; a checkbox, which has the focus after a click, only uses Space. */
const FIELDS = 'input:not([type=checkbox]), textarea, select, [role=combobox], [role=textbox]';

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === ' ' && target.matches('input')) return true;
  return target.isContentEditable || target.closest(FIELDS) !== null;
}

/** The shortcut of a key; one of the screen takes precedence over a global one. */
function shortcutOf(key: string): Shortcut | undefined {
  const found = shortcuts.filter((one) => one.key === key && one.run !== undefined);
  return found.find(({ isGlobal }) => isGlobal !== true) ?? found[0];
}

/** Handles a key outside of fields and dialogs. Returns the key that may begin a sequence. */
function press(event: KeyboardEvent, before: string | null): string | null {
  const { key } = event;
  if (key === '?') {
    openShortcutList();
    return null;
  }
  const found = (before === null ? undefined : shortcutOf(`${before} ${key}`)) ?? shortcutOf(key);
  if (found !== undefined) {
    event.preventDefault();
    found.run?.();
    return null;
  }
  return shortcuts.some((one) => one.key.startsWith(`${key} `)) ? key : null;
}

function useKeys(): void {
  useLayoutEffect(() => {
    let before: { readonly key: string; readonly atMs: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (['Shift', 'CapsLock'].includes(event.key)) return;
      // A modal dialog has the keyboard; the screen behind it reacts to none.
      if (topModal() !== null) return;
      if (event.key.length === 1 && !singleKeysAreOn()) return;
      const isSequence = before !== null && event.timeStamp - before.atMs < SEQUENCE_MS;
      const begun = press(event, isSequence && before !== null ? before.key : null);
      before = begun === null ? null : { key: begun, atMs: event.timeStamp };
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The keys of a shortcut, each as a key cap: `g h`, `Ctrl+K`. */
function Keys({ of }: { readonly of: string }) {
  return (
    <span className={styles.keys}>
      {of.split(' ').map((key, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key can be pressed twice
        <kbd key={place}>{key === 'Escape' ? 'Esc' : key}</kbd>
      ))}
    </span>
  );
}

function Part({ title, of }: { readonly title: string; readonly of: readonly Shortcut[] }) {
  const { t } = useTranslation();
  if (of.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <dl className="shortcuts">
        {of.map(({ key, label }) => (
          <div key={key + label} className={styles.row}>
            <dt>
              <Keys of={key} />
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Handles the shortcuts, and lists them in a dialog on `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(subscribe, () => shortcuts);
  const isOpen = useSyncExternalStore(subscribe, () => isListOpen);
  const [isOn, setIsOn] = useState(singleKeysAreOn);
  useKeys();

  if (!isOpen) return null;
  const ofScreen = offered.filter(({ isGlobal }) => isGlobal !== true);
  const isFree = ({ key }: Shortcut) => !ofScreen.some((one) => one.key === key);
  const global = offered.filter((one) => one.isGlobal === true && isFree(one));
  const isSequence = ({ key }: Shortcut) => key.includes(' ');
  const everywhere = [
    ...global.filter((one) => !isSequence(one)),
    { key: '?', label: 'shortcut.list' },
    ...[{ key: 'Escape', label: 'shortcut.close' }].filter(isFree),
  ];
  return (
    <Dialog
      title={t('shortcut.title')}
      isRoomy
      onClose={() => setList(false)}
      actions={(close) => (
        <button type="button" className="button primary" onClick={close}>
          {t('action.close')}
        </button>
      )}
    >
      <Part title={t('shortcut.screen')} of={ofScreen} />
      <Part title={t('shortcut.everywhere')} of={everywhere} />
      <Part title={t('shortcut.goTo')} of={global.filter(isSequence)} />
      <label className={styles.setting}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked);
            switchSingleKeys(target.checked);
          }}
        />
        <span>
          {t('shortcut.single')}
          <small>{t('shortcut.singleHint')}</small>
        </span>
      </label>
    </Dialog>
  );
}
