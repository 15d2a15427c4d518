import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { withMissingStyles } from './missing-styles.ts';

/** Waits until the page is shown. */
const PREFETCH_AFTER_MS = 1500;

/** A part of a screen that is loaded after the screen. */
export interface LaterPart<P> {
  readonly Part: FunctionComponent<P>;
  /** Preloads the part; never rejects, because the part is loaded again when needed. */
  readonly prefetch: () => Promise<void>;
}

/** Shown instead of a part that could not be loaded or rendered. */
export type Failed<G> = ComponentType<{ readonly retry: () => void; readonly part: G }>;

class PartBoundary extends Component<
  { readonly failed: ReactNode; readonly children: ReactNode },
  { readonly isFailed: boolean }
> {
  override state = { isFailed: false };
  static getDerivedStateFromError = () => ({ isFailed: true });
  override render() {
    return this.state.isFailed ? this.props.failed : this.props.children;
  }
}

/**
 * Creates lazy parts with a common failure component: each has a separate error boundary, so that the
 * rest of the screen stays, and can be loaded again from there.
 */
export function partsWith<G extends object>(Failed: Failed<G>) {
  /**
   * A part of a screen in a separate file, loaded when it is shown. Once loaded, it is
   * rendered in the same frame; with `lazy` alone it would be missing in the first one.
   *
   * @param waiting shown until the part is loaded
   */
  return function later<P extends G>(
    load: () => Promise<ComponentType<P>>,
    waiting: ReactNode = null,
  ): LaterPart<P> {
    let loaded: ComponentType<P> | null = null;
    const keep = async () => {
      loaded = await load();
      return { default: loaded };
    };
    const waited = (loading: typeof keep) => ({
      // React caches the failure of a lazy component: each attempt needs a new one.
      Waited: lazy(loading) as unknown as ComponentType<P>,
    });
    function Part(props: P) {
      // A displayed part keeps its component: a new one would lose its state.
      const [Ready] = useState(() => loaded);
      const [{ Waited, tries }, setTry] = useState(() => ({ ...waited(keep), tries: 0 }));
      const retry = () => {
        setTry({ ...waited(() => withMissingStyles(keep)), tries: tries + 1 });
      };
      return (
        <PartBoundary key={tries} failed={<Failed retry={retry} part={props} />}>
          {Ready === null ? (
            <Suspense fallback={waiting}>{createElement(Waited, props)}</Suspense>
          ) : (
            createElement(Ready, props)
          )}
        </PartBoundary>
      );
    }
    return {
      Part,
      prefetch: async () => {
        if (loaded === null) await keep().catch(() => undefined);
      },
    };
  };
}

/** Preloads the parts, also for use offline. */
export function usePrefetch(parts: readonly Pick<LaterPart<object>, 'prefetch'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { prefetch } of parts) void prefetch();
    }, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
