import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../../ui/toasts.tsx';
import { FirstAdministrator } from './first-administrator.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { Login } from './login.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SetPassword } from './set-password.tsx';

const SCREENS: Readonly<Record<string, () => React.JSX.Element | null>> = {
  '/login': Login,
  '/forgot-password': ForgotPassword,
  '/reset_password_key': ResetPassword,
  '/set_password': SetPassword,
  '/first-administrator': FirstAdministrator,
};

/** Renders the screens before sign-in. The empty route is the login page (requirement A-07). */
export function mount(root: HTMLElement): void {
  const path = location.pathname.replace(/(.)\/$/, '$1');
  if (path === '/') history.replaceState(null, '', `/login${location.search}`);
  const Screen = SCREENS[path] ?? Login;
  createRoot(root).render(
    <StrictMode>
      <Screen />
      <Toasts />
    </StrictMode>,
  );
}
