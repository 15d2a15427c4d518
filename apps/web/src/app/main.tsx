import { readBases } from '../api/bases.ts';
import '../ui/base.css';
import { startTexts } from '../session/i18n.ts';
import { startEarly } from '../session/start.ts';
import { applyDesign } from '../ui/design.ts';
import { showNotLoaded } from '../ui/page-texts/not-loaded.ts';

/** Screens before sign-in: small, without router and component library, so that they open fast. */
const BEFORE_SIGN_IN =
  /^\/(login|forgot-password|reset_password_key|set_password|first-administrator)?\/?$/;

/** A shared clip, for people without an account. */
const SHARED_CLIP = /^\/video\/shared\/?$/;

/**
 * Pages without sign-in (OP-014, OP-079). The server sends separate HTML for them; this is for other
 * servers of the web app, as in development.
 */
const PUBLIC = /^\/(qr|help|safety)(\/|$)/;

/** Starts the page of an address. Calls start once the bases are known. */
function pageAt(
  { pathname, search }: Location,
  bases: Promise<void>,
): Promise<{ mount: (root: HTMLElement) => void }> {
  if (BEFORE_SIGN_IN.test(pathname)) return import('../features/sign-in/sign-in-mount.tsx');
  if (PUBLIC.test(pathname)) return import('./public/mount.ts');
  if (SHARED_CLIP.test(pathname))
    return import('../features/video-recorded/shared/video-recorded-shared-mount.tsx');
  void bases.then(() => startEarly(pathname + search));
  return import('./mount.tsx');
}

async function start(): Promise<void> {
  applyDesign();
  const root = document.getElementById('root');
  if (root === null) return;
  const texts = startTexts();
  try {
    const bases = readBases();
    const [{ mount }] = await Promise.all([pageAt(location, bases), bases]);
    await texts;
    mount(root);
  } catch {
    showNotLoaded(root);
  }
}

void start();
