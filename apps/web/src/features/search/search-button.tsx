import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { accessOf, DESTINATIONS } from '../../ui/destinations.ts';
import { later } from '../../ui/later/later.tsx';
import { usePrefetch } from '../../ui/later/parts.tsx';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.tsx';
import { topModal } from '../../ui/top-modal.ts';
import styles from './search.module.css';

const dialog = later(async () => (await import('./search-dialog.tsx')).SearchDialog);
const PARTS = [dialog];

/** The second key of `g …`, by destination. */
const GO_KEYS: Readonly<Record<string, string>> = {
  home: 'h',
  track: 'm',
  trace: 'r',
  trips: 't',
  timesheets: 's',
  geofence: 'g',
  driverBehaviour: 'b',
  events: 'e',
  videos: 'v',
  vehicleCheck: 'c',
  vehicleFile: 'f',
  defects: 'd',
  inspections: 'i',
  vor: 'o',
  administration: 'a',
};

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shortcuts of the main screens that the person may open. */
function useGoShortcuts(open: () => void): void {
  const { current } = useSession();
  const navigate = useNavigate();
  useShortcuts(
    useMemo(() => {
      const screens = DESTINATIONS.flatMap((one): Shortcut[] => {
        const key = GO_KEYS[one.key];
        if (key === undefined || !may(current, accessOf(one))) return [];
        const run = () => void navigate({ to: one.path });
        return [{ key: `g ${key}`, label: `destination.${one.key}`, run, isGlobal: true }];
      });
      return [
        { key: isMac() ? '⌘K' : 'Ctrl+K', label: 'search.open', isGlobal: true },
        { key: '/', label: 'search.open', run: open, isGlobal: true },
        ...screens,
      ];
    }, [current, navigate, open]),
  );
}

/** The button of the search, and its dialog, which Ctrl+K, ⌘K and `/` also open. */
export function SearchButton() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const open = useMemo(() => () => setIsOpen(true), []);
  usePrefetch(PARTS);
  useGoShortcuts(open);
  // The key works from the moment at which the button is drawn.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      // Otherwise the browser moves to its address bar.
      event.preventDefault();
      if (topModal() === null) setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        kind="bare"
        className={styles.button}
        aria-label={t('search.open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Search size={18} aria-hidden="true" />
        <span className={styles.buttonText}>{t('search.button')}</span>
        {/* Drawn by the style: as text it would be a part of the button's visible name. */}
        <span
          aria-hidden="true"
          className={styles.buttonKeys}
          data-keys={isMac() ? '⌘K' : 'Ctrl K'}
        />
      </Button>
      {isOpen && <dialog.Part onClose={() => setIsOpen(false)} />}
    </>
  );
}
