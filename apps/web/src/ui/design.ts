import { DESIGN_TOKENS } from '@roadworthy/domain';
import { storage } from '../session/storage.ts';

function variables(scheme: 'light' | 'dark'): string {
  return Object.entries(DESIGN_TOKENS[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** The active colour scheme: the selected one, otherwise that of the system. */
export function colourScheme(): 'light' | 'dark' {
  const chosen = storage.theme.get() ?? 'auto';
  if (chosen !== 'auto') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Adds the design tokens to the page as CSS variables for both schemes, and sets the scheme. */
export function applyDesign(): void {
  if (document.getElementById('design-tokens') === null) {
    const style = document.createElement('style');
    style.id = 'design-tokens';
    style.textContent = `:root{--font:${DESIGN_TOKENS.fontFamily};${variables('light')}}:root[data-scheme=dark]{${variables('dark')}}`;
    document.head.prepend(style);
  }
  const scheme = colourScheme();
  document.documentElement.dataset.scheme = scheme;
  document.documentElement.dataset.mantineColorScheme = scheme;
  document.documentElement.style.colorScheme = scheme;
}

/** Stores and applies a scheme. */
export function chooseScheme(scheme: 'light' | 'dark' | 'auto'): void {
  storage.theme.set(scheme);
  applyDesign();
  window.dispatchEvent(new Event('schemechange'));
}
