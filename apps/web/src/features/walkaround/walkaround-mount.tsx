import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepPage } from '../../session/keep-page.ts';
import { storage } from '../../session/storage.ts';
import { showNotLoaded } from '../../ui/page-texts/not-loaded.ts';
import { type Language, pageLanguage } from '../../ui/page-texts/texts.ts';
import { App } from './walkaround-app.tsx';
import { loadTexts } from './walkaround-texts.ts';
import '../../ui/base.css';
import '../../ui/controls.css';

/** Mounts the walkaround check page. */
export function mount(element: HTMLElement): void {
  const scheme = storage.theme.get() ?? 'auto';
  if (scheme !== 'auto') document.documentElement.dataset.scheme = scheme;
  const root = createRoot(element);
  const show = async (language: Language) => {
    await loadTexts(language);
    root.render(
      <StrictMode>
        <App
          key={language}
          language={language}
          onLanguage={(chosen) => {
            storage.language.set(chosen);
            void show(chosen);
          }}
        />
      </StrictMode>,
    );
  };
  show(pageLanguage()).catch(() => showNotLoaded(element));
  keepPage('/check-worker.js', ['/check']);
}
