import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

/** How an address changes. */
interface AddressChange {
  /** Back leads to what the screen showed before. */
  readonly isStep?: boolean;
}

/** The filter of a screen lives in its address: a reload and a shared link show the same (A-P03). */
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
