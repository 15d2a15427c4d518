import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ApiError } from '../api/client.ts';
import { UnauthorisedVisitor } from '../features/home/home-unauthorised.tsx';
import { SessionContext } from '../session/context.ts';
import { keepAccess, renewAccess } from '../session/refresh.ts';
import type { SsoRecord } from '../session/sample-records.ts';
import { startOnce } from '../session/start.ts';
import { type CurrentUser, storage } from '../session/storage.ts';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorDialog } from './error-dialog.tsx';
import { Offline } from './offline.tsx';
import { type AppRouter, createAppRouter, loadScreenAt } from './router.ts';
import '../ui/shell.css';

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Also without a network: a driver's phone keeps some answers (`own-worker.ts`).
        networkMode: 'offlineFirst',
        // The server would reject the same call again: only network failures are retried.
        retry: (count, error) => count < 2 && error instanceof ApiError && error.status === 0,
      },
      // By default a change without a network would be held back, and made later without a word: it fails at once,
      // or is stored on the phone (`ui/outbox`).
      mutations: { networkMode: 'always' },
    },
  });

/** The application after sign-in. */
export function Application({
  first,
  records,
  router: given,
}: {
  readonly first: CurrentUser;
  readonly records: readonly SsoRecord[];
  /** A router that already loads its screen; by default a new one. */
  readonly router?: AppRouter;
}) {
  const [current, setCurrent] = useState(first);
  const [router] = useState(() => given ?? createAppRouter());
  const [queryClient] = useState(createQueryClient);
  const update = (user: CurrentUser['user']) => {
    const next = { ...current, user };
    storage.currentUser.set(next);
    setCurrent(next);
  };
  return (
    <SessionContext.Provider value={{ current, records, update }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} context={{ current }} />
        <ErrorDialog />
        <Toasts />
      </QueryClientProvider>
    </SessionContext.Provider>
  );
}

/** Renews the access before the queries are read again with a network: it may have expired meanwhile. */
function renewBeforeReading(): void {
  onlineManager.setEventListener((setOnline) => {
    const online = () => void renewAccess().finally(() => setOnline(true));
    const offline = () => setOnline(false);
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  });
}

/** Starts the application after sign-in, or redirects the browser. */
export function mount(element: HTMLElement): Root {
  const root = createRoot(element);
  const address = location.pathname + location.search;
  const router = createAppRouter();
  // The screen loads while the session is checked.
  if (storage.currentUser.get() !== null) loadScreenAt(router, location.pathname);
  const begin = async () => {
    const started = await startOnce(address);
    if ('to' in started) location.replace(started.to);
    else if ('visitor' in started) root.render(<UnauthorisedVisitor />);
    else if ('offline' in started) root.render(<Offline onRetry={() => void begin()} />);
    else {
      keepAccess();
      renewBeforeReading();
      const { user, records } = started;
      // Loaded before the first rendering: the router would show the screen by an update of its store,
      // which React renders in one task.
      router.update({ ...router.options, context: { current: user } });
      await router.load();
      // A transition is rendered in slices, so that the page reacts meanwhile.
      startTransition(() =>
        root.render(
          <StrictMode>
            <Application first={user} records={records} router={router} />
          </StrictMode>,
        ),
      );
    }
  };
  void begin();
  return root;
}
