import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

/** A keyboard shortcut of the current screen. */
export interface Shortcut {
  readonly key: string;
  /** Key of the text in the locale files. */
  readonly label: string;
  readonly run?: (() => void) | undefined;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

/** Registers shortcuts while a screen is open; `?` lists them. */
export function useShortcuts(offered: readonly Shortcut[]): void {
  useEffect(() => {
    change([...shortcuts, ...offered]);
    return () => change(shortcuts.filter((one) => !offered.includes(one)));
  }, [offered]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

/** Handles the shortcuts, and lists them in a dialog on `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shortcuts,
  );
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') {
        setIsOpen(true);
        return;
      }
      const found = shortcuts.find(({ key, run }) => key === event.key && run !== undefined);
      if (found === undefined) return;
      event.preventDefault();
      found.run?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  if (!isOpen) return null;
  const all = [
    { key: '?', label: 'shortcut.list' },
    { key: 'Esc', label: 'shortcut.close' },
    ...offered,
  ];
  return (
    <Dialog
      title={t('shortcut.title')}
      onClose={() => setIsOpen(false)}
      actions={(close) => (
        <button type="button" className="button primary" onClick={close}>
          {t('action.close')}
        </button>
      )}
    >
      <dl className="shortcuts">
        {all.map(({ key, label }) => (
          <div key={key + label}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
