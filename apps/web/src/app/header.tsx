import { Link } from '@tanstack/react-router';
import { BellOff, Menu, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SearchButton } from '../features/search/search-button.tsx';
import { useSession } from '../session/context.ts';
import { may } from '../session/rights.ts';
import { Button } from '../ui/button/button.tsx';
import { LanguageSelector } from '../ui/language-selector.tsx';
import { type Failed, partsWith } from '../ui/later/parts.tsx';
import { Logo } from '../ui/logo.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useColourScheme } from './colour-scheme.ts';
import { HelpLink } from './help-link.tsx';
import { UserMenu } from './user-menu.tsx';

/** Shown instead of the bell if it failed to load: a click retries. */
const BellFailed: Failed<object> = ({ retry }) => {
  const { t } = useTranslation();
  const label = `${t('alerts.title')}: ${t('action.loadFailed')}`;
  return (
    <Button kind="icon" aria-label={label} title={label} onClick={retry}>
      <BellOff size={20} aria-hidden="true" />
    </Button>
  );
};

/** Loaded after the page, without blocking it. */
const { Part: AlertBell } = partsWith(BellFailed)(
  async () => (await import('../features/alerts/alert-bell.tsx')).AlertBell,
);

function SchemeToggle() {
  const { t } = useTranslation();
  const { next, toggle } = useColourScheme();
  const label = t(`header.scheme.${next}`);
  const Icon = next === 'dark' ? Moon : Sun;
  return (
    <Button kind="icon" aria-label={label} title={label} onClick={toggle}>
      <Icon size={20} aria-hidden="true" />
    </Button>
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
  // On a phone the user menu has the colour scheme and the help: the header has no space for them.
  const isNarrow = useMediaQuery('(max-width: 479px)');
  const isWide = useMediaQuery('(min-width: 1024px)');
  const mayHear = may(current, {
    kind: 'module',
    anyOf: ['Events', 'Defect', 'Vehicle File', 'Vehicle Check'],
  });
  return (
    <header className="header">
      <Button
        kind="icon"
        aria-label={t('header.menu')}
        aria-expanded={isMenuOpen}
        aria-controls="side-menu"
        onClick={onMenu}
      >
        <Menu size={24} aria-hidden="true" />
      </Button>
      <Link to="/home" className="header-logo">
        <Logo size={28} />
        <span>{t('app.name')}</span>
      </Link>
      <span className="header-space" />
      <SearchButton />
      {mayHear && <AlertBell />}
      {isWide && <HelpLink />}
      {!isNarrow && <SchemeToggle />}
      <LanguageSelector />
      <UserMenu hasHelp={!isWide} hasScheme={isNarrow} />
    </header>
  );
}
