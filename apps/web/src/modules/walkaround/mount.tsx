import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { storage } from '../../shell/session/storage.ts';
import { type Language, pageLanguage } from '../../widgets/page-texts/texts.ts';
import { App } from './app.tsx';
import { loadTexts } from './texts.ts';
import '../../shell/base.css';
import '../../shell/controls.css';
import './walkaround.css';

/** Keeps the page on the phone, so that it opens without a network and after a restart. */
function keepPage(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!import.meta.env.PROD) return;
  void serviceWorker?.register('/check-worker.js', { scope: '/check' }).catch(() => undefined);
}

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
  void show(pageLanguage());
  keepPage();
}
