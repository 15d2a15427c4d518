import './shell/base.css';
import { applyDesign } from './shell/design.ts';
import { startTexts } from './shell/i18n.ts';

/** Screens before sign-in: small, without router and kit, so that they open at once anywhere. */
const BEFORE_SIGN_IN =
  /^\/(login|forgot-password|reset_password_key|set_password|first-administrator)?\/?$/;

async function start(): Promise<void> {
  applyDesign();
  const root = document.getElementById('root');
  if (root === null) return;
  const texts = startTexts();
  const { mount } = BEFORE_SIGN_IN.test(location.pathname)
    ? await import('./modules/sign-in/mount.tsx')
    : await import('./shell/mount.tsx');
  await texts;
  mount(root);
}

void start();
