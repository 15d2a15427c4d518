import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** The page is shown first. */
const PREFETCH_AFTER_MS = 1500;

/** A part of a screen that comes after the screen. */
interface LaterPart<P> {
  readonly Part: ComponentType<P>;
  readonly prefetch: () => void;
}

/**
 * A part that a screen shows only when it is asked for, in a file of its own. Once it is loaded it is
 * drawn with the frame that asks for it; `lazy` alone would leave it out of the first one.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): LaterPart<P> {
  let loaded: ComponentType<P> | null = null;
  const keep = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waited = lazy(keep) as unknown as ComponentType<P>;
  return {
    Part: (props) => {
      // What a part began as it stays: another component would forget its state.
      const [Ready] = useState(() => loaded);
      if (Ready !== null) return <Ready {...props} />;
      return (
        <Suspense fallback={null}>
          <Waited {...props} />
        </Suspense>
      );
    },
    // Where that fails, the part is asked for again when it is needed.
    prefetch: () => void keep().catch(() => undefined),
  };
}

/** Loads the parts ahead of their use, also so that they can be had in a dead spot. */
export function usePrefetch(parts: readonly Pick<LaterPart<object>, 'prefetch'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { prefetch } of parts) prefetch();
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
