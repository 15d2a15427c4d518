import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveVideo } from '../features/video-live/open-live-video.tsx';
import { goToLogin, logout } from '../session/leave.ts';
import { isChecked } from '../session/routes.ts';
import { storage } from '../session/storage.ts';
import { Shortcuts } from '../ui/shortcuts.tsx';
import { Header } from './header.tsx';
import { SideMenu } from './side-menu.tsx';

/** Header, side menu and screen; checks that a user is still stored. */
export function Shell() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the address is checked
  useEffect(() => {
    setIsMenuOpen(false);
    if (isChecked(location.pathname) && storage.currentUser.get() === null) void logout();
    // A new screen: keyboard focus starts at its top.
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
  }, [path]);

  useEffect(() => {
    // Another tab signed out.
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'currentUser' && event.newValue === null) goToLogin();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t('header.skip')}
      </a>
      <Header onMenu={() => setIsMenuOpen((open) => !open)} isMenuOpen={isMenuOpen} />
      <SideMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
      <Shortcuts />
      <LiveVideo />
    </div>
  );
}
