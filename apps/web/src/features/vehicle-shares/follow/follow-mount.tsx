import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FollowPage } from './follow-page.tsx';

/** Mounts the page of a live share link without sign-in, router and queries, so that it opens fast. */
export function mount(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <FollowPage />
    </StrictMode>,
  );
}
