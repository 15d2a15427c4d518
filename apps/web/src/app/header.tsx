import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { logout } from '../session/leave.ts';
import { may } from '../session/rights.ts';
import { chooseScheme, colourScheme } from '../ui/design.ts';
import { LanguageSelector } from '../ui/language-selector.tsx';
import { type Failed, partsWith } from '../ui/later/parts.tsx';
import { Logo } from '../ui/logo.tsx';

/** Shown instead of the bell if it failed to load: a click retries. */
const BellFailed: Failed<object> = ({ retry }) => {
  const { t } = useTranslation();
  const label = `${t('alerts.title')}: ${t('action.loadFailed')}`;
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={retry}>
      !
    </button>
  );
};

/** Loaded after the page, without blocking it. */
const { Part: AlertBell } = partsWith(BellFailed)(
  async () => (await import('../features/alerts/alert-bell.tsx')).AlertBell,
);

function MenuIcon() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d="M4 7h16M4 12h16M4 17h16"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

function SchemeToggle() {
  const { t } = useTranslation();
  const [scheme, setScheme] = useState(colourScheme);
  const next = scheme === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    chooseScheme(next);
    setScheme(next);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t(`header.scheme.${next}`)}
      onClick={toggle}
    >
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        {scheme === 'dark' ? (
          <>
            <circle cx="12" cy="12" r="4" />
            <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2" />
          </>
        ) : (
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
        )}
      </svg>
    </button>
  );
}

/** The user menu: full name, preferences, logout (requirements ). */
function UserMenu() {
  const { t } = useTranslation();
  const { current } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { first_name: firstName, last_name: lastName } = current.user;

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside =
        event.type === 'pointerdown' && !box.current?.contains(event.target as Node);
      if (isEscape || isOutside) setIsOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  return (
    <div className="user-menu" ref={box}>
      <button
        type="button"
        className="user-button"
        aria-expanded={isOpen}
        aria-haspopup="menu"
        onClick={() => setIsOpen((open) => !open)}
      >
        <span className="avatar" aria-hidden="true">
          {`${firstName.charAt(0)}${lastName.charAt(0)}`}
        </span>
        <span className="user-name">{`${firstName} ${lastName}`}</span>
      </button>
      {isOpen && (
        <div className="menu" role="menu">
          <Link
            role="menuitem"
            to="/administration/user-preferences"
            onClick={() => setIsOpen(false)}
          >
            {t('menu.preferences')}
          </Link>
          <button type="button" role="menuitem" onClick={() => void logout()}>
            {t('menu.logout')}
          </button>
        </div>
      )}
    </div>
  );
}

/** The header of the application (requirements ). */
export function Header({
  onMenu,
  isMenuOpen,
}: {
  readonly onMenu: () => void;
  readonly isMenuOpen: boolean;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayHear = may(current, {
    kind: 'module',
    anyOf: ['Events', 'Defect', 'Vehicle File', 'Vehicle Check'],
  });
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button"
        aria-label={t('header.menu')}
        aria-expanded={isMenuOpen}
        aria-controls="side-menu"
        onClick={onMenu}
      >
        <MenuIcon />
      </button>
      <Link to="/home" className="header-logo">
        <Logo size={28} />
        <span>{t('app.name')}</span>
      </Link>
      <span className="header-space" />
      {mayHear && <AlertBell />}
      <SchemeToggle />
      <LanguageSelector />
      <UserMenu />
    </header>
  );
}
