import { useRouterState } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { helpAddress } from './help-page.ts';

/** The address of the documentation for the current screen. */
const useHelpAddress = (): string =>
  useRouterState({ select: ({ location }) => helpAddress(location.pathname) });

/** Opens the documentation of the current screen in a new tab; an icon with its name as a tooltip. */
export function HelpLink() {
  const { t } = useTranslation();
  const label = t('header.help');
  return (
    <a
      className="icon-button"
      href={useHelpAddress()}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
    >
      <CircleHelp size={20} aria-hidden="true" />
    </a>
  );
}

/** The same link as an entry of the user menu. */
export function HelpMenuItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      href={useHelpAddress()}
      target="_blank"
      rel="noopener"
      onClick={onClick}
    >
      <CircleHelp size={20} aria-hidden="true" />
      {t('header.help')}
    </a>
  );
}
