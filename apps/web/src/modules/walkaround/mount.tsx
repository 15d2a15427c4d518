import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { storage } from '../../shell/session/storage.ts';
import { keepPage } from '../../widgets/kept-page/keep-page.ts';
import { showNotLoaded } from '../../widgets/page-texts/not-loaded.ts';
import { type Language, pageLanguage } from '../../widgets/page-texts/texts.ts';
import { App } from './app.tsx';
import { loadTexts } from './texts.ts';
import '../../shell/base.css';
import '../../shell/controls.css';
import './walkaround.css';

/** Starts the walkaround check of a driver's phone. */
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
