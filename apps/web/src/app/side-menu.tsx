import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { may, reasonKey } from '../session/rights.ts';
import { Button } from '../ui/button/button.tsx';
import { DestinationIcon } from '../ui/destination-icon.tsx';
import { accessOf, DESTINATIONS, destinationAt } from '../ui/destinations.ts';

/**
 * The side menu: one entry per module in a fixed sequence (A-P05); without its permission it is disabled
 * . The header and "More" of the bottom bar open it; focus returns to where it was.
 */
export function SideMenu({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const at = destinationAt(path)?.key;
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    const menu = nav.current;
    menu?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      // After a navigation the focus is in the new screen already.
      const isLost = document.activeElement === document.body;
      const isInside = menu?.contains(document.activeElement) === true;
      if ((isLost || isInside) && opener instanceof HTMLElement) opener.focus();
    };
  }, [isOpen, onClose]);

  return (
    <>
      {isOpen && (
        <Button kind="bare" className="scrim" aria-label={t('action.close')} onClick={onClose} />
      )}
      <nav
        id="side-menu"
        ref={nav}
        className={isOpen ? 'side-menu open' : 'side-menu'}
        aria-label={t('header.menu')}
        inert={!isOpen}
      >
        <ul>
          {DESTINATIONS.map((one) => (
            <li key={one.key}>
              {may(current, accessOf(one)) ? (
                <Link
                  to={one.path}
                  activeOptions={{ exact: true }}
                  activeProps={{ 'aria-current': 'page' }}
                  className={one.key === at ? 'active' : undefined}
                  aria-current={one.key === at ? 'true' : undefined}
                  onClick={onClose}
                >
                  <DestinationIcon name={one.key} />
                  {t(`destination.${one.key}`)}
                </Link>
              ) : (
                // biome-ignore lint/a11y/useValidAnchor: a disabled entry is a link without an address
                <a
                  aria-disabled="true"
                  tabIndex={-1}
                  title={t(reasonKey(current, accessOf(one)), {
                    module: t(`destination.${one.key}`),
                  })}
                >
                  <DestinationIcon name={one.key} />
                  {t(`destination.${one.key}`)}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
