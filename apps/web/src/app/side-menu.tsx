import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/context.ts';
import { may, reasonKey } from '../session/rights.ts';
import { DestinationIcon } from '../ui/destination-icon.tsx';
import { accessOf, DESTINATIONS } from '../ui/destinations.ts';

/** The side menu: one entry per module; without its permission it is disabled. */
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
  useEffect(() => {
    if (!isOpen) return;
    nav.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, onClose]);

  return (
    <>
      {isOpen && (
        <button type="button" className="scrim" aria-label={t('action.close')} onClick={onClose} />
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
                  activeProps={{ className: 'active', 'aria-current': 'page' }}
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
