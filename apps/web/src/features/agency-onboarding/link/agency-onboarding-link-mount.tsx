import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OnboardingPage } from './onboarding-page.tsx';

/** Mounts the page of an agency driver's link without sign-in, router and queries, so that it opens fast. */
export function mount(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <OnboardingPage />
    </StrictMode>,
  );
}
