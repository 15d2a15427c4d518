import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Accident } from './accidents.tsx';
import '../../ui/controls.css';

let shown: Root | null = null;

/** Renders the accident form into the main part of the page (K-17). */
export function showAccident(main: HTMLElement, qrid: string | null): void {
  shown?.unmount();
  shown = createRoot(main);
  shown.render(
    <StrictMode>
      <Accident qrid={qrid} />
    </StrictMode>,
  );
}
