import { testLivery } from '../../../test-livery.ts';
import { answerCalls } from '../../../test-screen.tsx';
import type { SavedView } from './view-settings.ts';

interface SentCall {
  readonly call: string;
  readonly body: unknown;
}

const SETTINGS = { query: {}, columns: { hidden: [], widths_px: {} } };

/** A saved view of the list of liveries. */
export const viewOf = (id: number, name: string, changed: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'vehicleLists.livery',
  name,
  settings: SETTINGS,
  is_shared: false,
  is_default: false,
  may_change: true,
  ...changed,
});

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** Stands in for the server: a list of two liveries, and its saved views, which calls change. */
export function serveViews(first: readonly SavedView[] = []) {
  let views = [...first];
  const sent: SentCall[] = [];
  const state = {
    sent,
    /** Queries of the list. */
    asked: [] as URLSearchParams[],
    /** The next change is refused with this answer. */
    refusal: null as { readonly status: number; readonly body: object } | null,
  };
  const change = (method: string, path: string, body: Record<string, unknown>) => {
    if (path.endsWith('/saved_view_defaults/')) {
      views = views.map((view) => ({ ...view, is_default: view.id === body.view }));
      return new Response(null, { status: 204 });
    }
    const id = Number(/\d+/.exec(path)?.[0]);
    if (method === 'DELETE') {
      views = views.filter((view) => view.id !== id);
      return new Response(null, { status: 204 });
    }
    if (method === 'POST') {
      const view = viewOf(90 + views.length, '', body as Partial<SavedView>);
      views = [...views, view];
      return json(view, 201);
    }
    views = views.map((view) => (view.id === id ? { ...view, ...body } : view));
    return json(views.find((view) => view.id === id));
  };
  const answerViews = (url: URL, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    if (method === 'GET') return json({ results: views });
    const body = JSON.parse(String(init.body ?? 'null'));
    sent.push({ call: `${method} ${url.pathname}`, body });
    const { refusal } = state;
    state.refusal = null;
    if (refusal !== null) return json(refusal.body, refusal.status);
    return change(method, url.pathname, body);
  };
  answerCalls({
    '/api/saved_view': answerViews,
    '/api/administration/vehicle_lists/livery/': (url) => {
      state.asked.push(url.searchParams);
      const results = [
        { id: 1, name: 'Blue' },
        { id: 2, name: 'White' },
      ].map(testLivery);
      return { count: 2, results };
    },
  });
  return state;
}
