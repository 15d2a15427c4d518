import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RepairerPage } from './repairer-page.tsx';

/** Mounts the page of a repairer's link without sign-in, router and queries, so that it opens fast. */
export function mount(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <RepairerPage />
    </StrictMode>,
  );
}
