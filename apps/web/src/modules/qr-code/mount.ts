import { storage } from '../../shell/session/storage.ts';
import { showLanding } from './landing/landing.ts';
import { frame } from './page/frame.ts';
import { type Language, loadTexts, pageLanguage } from './page/texts.ts';
import '../../shell/base.css';
import './page/page.css';

async function show(root: HTMLElement, language: Language): Promise<void> {
  await loadTexts(language);
  const main = frame(root, language, (chosen) => void show(root, chosen));
  await showLanding(main, location.search);
}

/** Starts the pages without sign-in; opening one never ends a session (OP-014). */
export function mount(root: HTMLElement): void {
  const scheme = storage.theme.get() ?? 'auto';
  if (scheme !== 'auto') document.documentElement.dataset.scheme = scheme;
  void show(root, pageLanguage());
}
