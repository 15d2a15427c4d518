import { readBases } from '../api/bases.ts';
import '../ui/fonts.css';
import '../ui/base.css';
import { chosenLanguage, fetchTexts } from '../session/languages.ts';
import { storage } from '../session/storage.ts';
import { applyDesign } from '../ui/design.ts';
import { showNotLoaded } from '../ui/page-texts/not-loaded.ts';
import { loadMainScreen } from './main-screens.ts';

/** Screens before sign-in: small, without router and component library, so that they open fast. */
const BEFORE_SIGN_IN =
  /^\/(login|forgot-password|reset_password_key|set_password|first-administrator)?\/?$/;

/** A shared clip, for people without an account. */
const SHARED_CLIP = /^\/video\/shared\/?$/;

/** A vehicle shared live, for people without an account. */
const FOLLOW = /^\/follow\/?$/;

/** A work order by the link of its repairer. */
const REPAIRER = /^\/repairer\/?$/;

/** The onboarding of an agency driver by a link. */
const ONBOARDING = /^\/onboarding\/?$/;

/**
 * Pages without sign-in (OP-014, OP-079). The server sends separate HTML for them; this is for other
 * servers of the web app, as in development.
 */
const PUBLIC = /^\/(qr|help|safety)(\/|$)/;

/** Starts the page of an address. Calls start once the bases are known. */
async function pageAt(
  { pathname, search }: Location,
  session: Promise<typeof import('../session/start.ts')>,
  bases: Promise<void>,
): Promise<{ mount: (root: HTMLElement) => void }> {
  if (BEFORE_SIGN_IN.test(pathname)) return import('../features/sign-in/sign-in-mount.tsx');
  if (PUBLIC.test(pathname)) return import('./public/mount.ts');
  if (SHARED_CLIP.test(pathname))
    return import('../features/video-recorded/shared/video-recorded-shared-mount.tsx');
  if (FOLLOW.test(pathname)) return import('../features/vehicle-shares/follow/follow-mount.tsx');
  if (REPAIRER.test(pathname))
    return import('../features/work-orders/repairer/work-orders-repairer-mount.tsx');
  if (ONBOARDING.test(pathname))
    return import('../features/agency-onboarding/link/agency-onboarding-link-mount.tsx');
  const application = import('./mount.tsx');
  // Without a user, sign-in comes first.
  if (storage.currentUser.get() !== null) loadMainScreen(pathname);
  const started = Promise.all([session, bases]).then(([{ startEarly }]) =>
    startEarly(pathname + search),
  );
  const [page] = await Promise.all([application, started]);
  return page;
}

async function start(): Promise<void> {
  applyDesign();
  const root = document.getElementById('root');
  if (root === null) return;
  try {
    // Imported here, and not above, so that all files load at the same time.
    const session = import('../session/start.ts');
    const language = chosenLanguage();
    const file = fetchTexts(language);
    // Its failure is reported by the texts below, possibly later.
    file.catch(() => undefined);
    const texts = session.then(({ startTexts }) => startTexts(language, file));
    const bases = readBases();
    const page = pageAt(location, session, bases);
    const [{ mount }] = await Promise.all([page, bases, texts]);
    mount(root);
  } catch {
    showNotLoaded(root);
  }
}

void start();
