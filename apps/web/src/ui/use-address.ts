import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

/** Options of an address change. */
interface AddressChange {
  /** Adds a history entry, so that Back returns to the previous state. */
  readonly isStep?: boolean;
}

/** The filter of a screen is stored in its address, so that reloads and shared links show the same (A-P03). */
export function useAddress(): [Search, (changes: Search, how?: AddressChange) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search, { isStep = false }: AddressChange = {}) => {
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...changes })) as never,
        replace: !isStep,
      });
    },
    [navigate],
  );
  return [search, change];
}
