import { askHelpEarly, codeOf, showHelp } from '../../features/help-page/help-page-help.ts';
import { askLandingEarly, showLanding } from '../../features/qr-codes/qr-codes-landing.ts';
import { keepPage } from '../../session/keep-page.ts';
import { storage } from '../../session/storage.ts';
import { showNotLoaded } from '../../ui/page-texts/not-loaded.ts';
import { frame } from '../../ui/public-page/frame.ts';
import { type Language, loadTexts, pageLanguage } from '../../ui/public-page/texts.ts';
import '../../ui/base.css';
import '../../ui/public-page/page.css';

const LATER_MS = 2000;
const ACCIDENT = /^\/help\/report_accident\/?$/;

const LANDING = /^\/qr(\/|$)/;

function askEarly(): void {
  const { pathname, search } = location;
  if (LANDING.test(pathname)) askLandingEarly(search);
  else if (!ACCIDENT.test(pathname)) askHelpEarly(codeOf({ pathname, search }));
}

async function fill(main: HTMLElement): Promise<void> {
  const { pathname, search } = location;
  if (ACCIDENT.test(pathname)) {
    const { showAccident } = await import('../../features/accidents/accidents-mount.tsx');
    showAccident(main, codeOf({ pathname, search }));
  } else if (LANDING.test(pathname)) {
    await showLanding(main, search);
  } else {
    await showHelp(main, codeOf({ pathname, search }));
  }
}

async function show(root: HTMLElement, language: Language): Promise<void> {
  askEarly();
  await loadTexts(language);
  await fill(
    frame(root, language, (chosen) => void show(root, chosen).catch(() => showNotLoaded(root))),
  );
}

/** The addresses of these pages. */
const SCOPES = ['/qr', '/help', '/safety'];

/** After the page is shown: caches it for offline use, and sends waiting reports (K-P04). */
function keepAndSendLater(): void {
  setTimeout(() => {
    keepPage('/public-worker.js', SCOPES);
    void import('../../features/accidents/accidents-outbox.ts')
      .then(({ accidents }) => accidents.sendWaiting())
      .catch(
        // Without a store nothing is waiting.
        () => undefined,
      );
  }, LATER_MS);
}

/** Starts the pages without sign-in; opening one does not end a session (OP-014). */
export function mount(root: HTMLElement): void {
  const scheme = storage.theme.get() ?? 'auto';
  if (scheme !== 'auto') document.documentElement.dataset.scheme = scheme;
  show(root, pageLanguage()).catch(() => showNotLoaded(root));
  keepAndSendLater();
}
