import { useEffect, useRef } from 'react';

/** A function that opens the login page after a while, unless the person leaves this page before. */
export function useLoginAfter(delayMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => location.assign('/login'), delayMs);
  };
}
