import { Link } from '@tanstack/react-router';
import { LogOut, Moon, ShieldCheck, Sun, UserCog } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { signOut } from '../session/sign-out.ts';
import { Button } from '../ui/button/button.tsx';
import { useColourScheme } from './colour-scheme.ts';
import { HelpMenuItem } from './help-link.tsx';

/** The item that a key moves to, among the items of a menu; null if the key is none of a menu. */
function itemFor(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** Opens and closes a menu, and moves the focus as the menu pattern of ARIA says. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const start = useRef<'first' | 'last'>('first');

  useEffect(() => {
    if (!isOpen) return;
    const items = itemsOf(menu.current);
    items.at(start.current === 'first' ? 0 : -1)?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      start.current = event.key === 'ArrowDown' ? 'first' : 'last';
      setIsOpen(true);
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
      button.current?.focus();
      return;
    }
    if (event.key === 'Tab') {
      setIsOpen(false);
      return;
    }
    const items = itemsOf(menu.current);
    const next = itemFor(event.key, items.indexOf(event.target as HTMLElement), items.length);
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  const toggle = () => {
    start.current = 'first';
    setIsOpen(!isOpen);
  };
  return { isOpen, close: () => setIsOpen(false), toggle, onKeyDown, box, button, menu };
}

/** The user menu: full name, preferences, logout (requirements ). */
export function UserMenu({
  hasHelp,
  hasScheme,
}: {
  readonly hasHelp: boolean;
  readonly hasScheme: boolean;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { isOpen, close, toggle, onKeyDown, box, button, menu } = useMenu();
  const scheme = useColourScheme();
  const id = useId();
  const { first_name: firstName, last_name: lastName, email } = current.user;
  const name = `${firstName} ${lastName}`;
  const SchemeIcon = scheme.next === 'dark' ? Moon : Sun;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys apply to button and menu
    <div className="user-menu" ref={box} onKeyDown={onKeyDown}>
      <Button
        ref={button}
        kind="bare"
        className="user-button"
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span className="avatar" aria-hidden="true">
          {`${firstName.charAt(0)}${lastName.charAt(0)}`}
        </span>
        <span className="user-name">{name}</span>
      </Button>
      {isOpen && (
        <div className="menu">
          <p className="menu-person">
            <strong>{name}</strong>
            {email !== '' && <span>{email}</span>}
          </p>
          <div ref={menu} id={id} role="menu" aria-label={name}>
            <Link
              role="menuitem"
              tabIndex={-1}
              to="/administration/user-preferences"
              onClick={close}
            >
              <UserCog size={20} aria-hidden="true" />
              {t('menu.preferences')}
            </Link>
            <Link
              role="menuitem"
              tabIndex={-1}
              to="/administration/user-preferences/security"
              onClick={close}
            >
              <ShieldCheck size={20} aria-hidden="true" />
              {t('account.title')}
            </Link>
            {hasHelp && <HelpMenuItem onClick={close} />}
            {hasScheme && (
              <Button kind="bare" role="menuitem" tabIndex={-1} onClick={scheme.toggle}>
                <SchemeIcon size={20} aria-hidden="true" />
                {t(`header.scheme.${scheme.next}`)}
              </Button>
            )}
            <Button kind="bare" role="menuitem" tabIndex={-1} onClick={signOut}>
              <LogOut size={20} aria-hidden="true" />
              {t('menu.logout')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
