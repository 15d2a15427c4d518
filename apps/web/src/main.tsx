import './shell/base.css';
import { applyDesign } from './shell/design.ts';
import { startTexts } from './shell/i18n.ts';

/** Screens before sign-in: small, without router and kit, so that they open at once anywhere. */
const BEFORE_SIGN_IN =
  /^\/(login|forgot-password|reset_password_key|set_password|first-administrator)?\/?$/;

/** The clip behind a link: for people who have no sign-in. */
const SHARED_CLIP = /^\/video\/shared\/?$/;

/** What starts the page at an address. */
function pageAt(path: string): Promise<{ mount: (root: HTMLElement) => void }> {
  if (BEFORE_SIGN_IN.test(path)) return import('./modules/sign-in/mount.tsx');
  if (SHARED_CLIP.test(path)) return import('./modules/video/shared/mount.tsx');
  return import('./shell/mount.tsx');
}

async function start(): Promise<void> {
  applyDesign();
  const root = document.getElementById('root');
  if (root === null) return;
  const texts = startTexts();
  const { mount } = await pageAt(location.pathname);
  await texts;
  mount(root);
}

void start();
