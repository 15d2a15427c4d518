import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

/** The filter of a screen lives in its address: a reload and a shared link show the same (A-P03). */
export function useAddress(): [Search, (changes: Search) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search) => {
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...changes })) as never,
        replace: true,
      });
    },
    [navigate],
  );
  return [search, change];
}
