import type { SavedViewList } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { api } from '../../../api/client.ts';
import { useAddress } from '../../use-address.ts';
import { columnStore } from '../column-store.ts';
import {
  addressOf,
  columnsOf,
  isSameView,
  keptNames,
  type SavedView,
  type SavedViewSettings,
  settingsOf,
} from './view-settings.ts';

/** What a list keeps in a view. */
export interface ViewOptions {
  /** Parameters of the address: search, filters, sorting, page size. Constant between renders. */
  readonly names: readonly string[];
  /** The parameters that are in effect, if they differ from those of the address. */
  readonly shown?: Readonly<Record<string, string | undefined>>;
  /** Parameters of the standard view; none by default. Constant between renders. */
  readonly standard?: Readonly<Record<string, string>>;
}

const NO_PARAMETERS = {};

/** In the address: the person chose the standard view although another one is the default. */
const STANDARD = 'none';
const ALL_COLUMNS: SavedViewSettings['columns'] = { hidden: [], widths_px: {} };
/** Parameters with which a link asks for something: the list then opens without the default view. */
const LINKED = ['page', 'open', 'eventId', 'activity', 'clipId', 'startDate', 'start_date'];
const FRESH_MS = 60_000;

/**
 * The saved views of a list, the one that is shown, and functions that choose and change them. A list
 * that is opened without any parameter shows the person's default view.
 */
export function useSavedViews(
  list: SavedViewList,
  { names, shown, standard = NO_PARAMETERS }: ViewOptions,
) {
  const [address, setAddress] = useAddress();
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => api.savedViews.list({ query: { list }, signal, quiet: true }),
    staleTime: FRESH_MS,
  });
  const views = found.data?.results;
  // A text, because the store returns a new object each time.
  const stored = useSyncExternalStore(columnStore.subscribe, () =>
    JSON.stringify(columnStore.get(list)),
  );
  const settings = settingsOf(names, shown ?? address, JSON.parse(stored));
  const current = views?.find(({ id }) => String(id) === address.savedView);
  const standardName = views?.some((view) => view.is_default) === true ? STANDARD : undefined;
  const nothing = useMemo(
    (): SavedViewSettings => ({ query: standard, columns: ALL_COLUMNS }),
    [standard],
  );

  const choose = useCallback(
    (view: Pick<SavedView, 'id' | 'settings'> | null, isStep = true) => {
      const chosen = view?.settings ?? nothing;
      columnStore.set(list, columnsOf(chosen));
      const savedView = view === null ? standardName : String(view.id);
      setAddress({ ...addressOf(names, chosen), savedView }, { isStep });
    },
    [list, names, nothing, setAddress, standardName],
  );

  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || views === undefined) return;
    isOpened.current = true;
    const asked = ['savedView', ...LINKED, ...keptNames(names)];
    const first = views.find((view) => view.is_default);
    if (first !== undefined && asked.every((name) => address[name] === undefined)) {
      choose(first, false);
    }
  }, [views, names, address, choose]);

  return {
    views: views ?? [],
    state: found,
    settings,
    current,
    /** The list shows something else than the chosen view. */
    isChanged: current !== undefined && !isSameView(settings, current.settings),
    isStandard: current === undefined && isSameView(settings, nothing),
    choose,
    /** Names the shown list after a view that was just saved with its settings. */
    adopt: (view: SavedView) => setAddress({ savedView: String(view.id) }),
    reload: () => client.invalidateQueries({ queryKey: ['saved-views', list] }),
  };
}

export type SavedViewsState = ReturnType<typeof useSavedViews>;
