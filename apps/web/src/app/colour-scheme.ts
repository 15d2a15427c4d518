import { useState } from 'react';
import { chooseScheme, colourScheme } from '../ui/design.ts';

/** The colour scheme that a switch changes to, and the switch. */
export function useColourScheme(): {
  readonly next: 'light' | 'dark';
  readonly toggle: () => void;
} {
  const [scheme, setScheme] = useState(colourScheme);
  const next = scheme === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    chooseScheme(next);
    setScheme(next);
  };
  return { next, toggle };
}
