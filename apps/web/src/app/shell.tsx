import { Outlet, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveVideo } from '../features/video-live/open-live-video.tsx';
import { goToLogin, logout } from '../session/leave.ts';
import { isChecked } from '../session/routes.ts';
import { storage } from '../session/storage.ts';
import { usePreloadedOverlays } from '../ui/overlays/overlays.ts';
import { Shortcuts } from '../ui/shortcuts.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { Header } from './header.tsx';
import { BottomBar } from './navigation/bottom-bar.tsx';
import { Rail } from './navigation/rail.tsx';
import { useNavigation } from './navigation/use-navigation.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { SideMenu } from './side-menu.tsx';
import { UnknownAddressNotice } from './unknown-address/unknown-address-notice.tsx';
import { UnsentChanges } from './unsent-changes.tsx';

const WIDE = '(min-width: 1024px)';
/** At a high zoom or with a keyboard on the screen, the content needs the height of the bottom bar. */
const NARROW_AND_HIGH = '(max-width: 1023px) and (min-height: 480px)';

/** Header, navigation and screen; checks that a user is still stored. */
export function Shell() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const groups = useNavigation();
  const hasRail = useMediaQuery(WIDE) && groups.length > 0;
  const hasBar = useMediaQuery(NARROW_AND_HIGH) && groups.length > 0;
  const toggleMenu = () => setIsMenuOpen((open) => !open);
  usePreloadedOverlays();
  const closeMenu = useCallback(() => setIsMenuOpen(false), []);

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
      <Header onMenu={toggleMenu} isMenuOpen={isMenuOpen} />
      <SideMenu isOpen={isMenuOpen} onClose={closeMenu} />
      {hasRail && <Rail groups={groups} />}
      <main id="main" ref={main} tabIndex={-1} className="shell-main">
        <OfflineNotice />
        <UnsentChanges />
        <UnknownAddressNotice />
        <Outlet />
      </main>
      {hasBar && <BottomBar groups={groups} isMenuOpen={isMenuOpen} onMore={toggleMenu} />}
      <Shortcuts />
      <LiveVideo />
    </div>
  );
}
