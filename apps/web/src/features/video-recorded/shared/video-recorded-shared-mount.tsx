import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SharedPage } from './shared-page.tsx';

/** Mounts the page of a shared clip without sign-in, router and queries, so that it opens fast. */
export function mount(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <SharedPage />
    </StrictMode>,
  );
}
