import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import type { CurrentUser, RecentSearch } from '../../session/storage.ts';
import { knownText } from '../../ui/known-text.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { commandsOf, type Entry, matching } from './search-entries.ts';
import { recentOf, remember } from './search-recent.ts';
import { targetOf } from './search-targets.ts';

const DEBOUNCE_MS = 120;
const CACHED_MS = 30_000;
/** Screens, actions or settings shown together. */
const MOST = 6;
/** Actions that are offered before anything is typed. */
const COMMON = ['reportDefect', 'newDocument', 'newVehicle', 'shortcuts'];

type Result = RecentSearch & { readonly depot: string; readonly state: string };

/** Texts of a state: those of defects and documents exist already. */
function stateText(group: string, state: string, t: TFunction): string {
  if (state === '') return '';
  if (group === 'documents') return knownText(state, t);
  return t(group === 'defects' ? `record.state.${state}` : `search.state.${state}`);
}

/** A result as a row; null where the person may open no screen for it. */
function entryOf(current: CurrentUser, result: Result, group: string, t: TFunction): Entry | null {
  const to = targetOf(current, result.group, result);
  if (to === null) return null;
  const isKnown = result.group === 'documents';
  return {
    key: `${group}-${result.group}-${result.id}`,
    ...{ group, to, depot: result.depot },
    name: isKnown ? knownText(result.name, t) : result.name,
    description: result.description,
    state: stateText(result.group, result.state, t),
    run: () => {
      const { id, name, description, vehicle, activity } = result;
      remember(current.user.id, {
        ...{ group: result.group, id, name, description, vehicle, activity },
      });
    },
  };
}

/** The rows of the search dialog for a text, by group. */
export function useSearch(typed: string) {
  const { t } = useTranslation();
  const { current } = useSession();
  const settled = useSettled(typed.trim(), DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => api.search.find({ query: { q: settled }, signal, quiet: true }),
    enabled: settled !== '',
    staleTime: CACHED_MS,
    placeholderData: keepPreviousData,
  });
  const entries = useMemo(() => {
    const commands = commandsOf(current, t);
    const isEntry = (one: Entry | null): one is Entry => one !== null;
    if (typed.trim() === '') {
      const recent = recentOf(current.user.id).map((one) =>
        entryOf(current, { ...one, depot: '', state: '' }, 'recent', t),
      );
      const common = COMMON.map((key) => commands.find((one) => one.key === `actions-${key}`));
      return [...recent.filter(isEntry), ...common.filter((one) => one !== undefined)];
    }
    const records = (found.data?.results ?? []).flatMap(({ group, items }) =>
      items.map((item) => entryOf(current, { ...item, group }, group, t)).filter(isEntry),
    );
    const others = matching(commands, typed);
    const lists = ['screens', 'actions', 'settings'].map((group) =>
      others.filter((one) => one.group === group).slice(0, MOST),
    );
    // A screen whose name begins with the text is meant more often than a record that contains it.
    const start = typed.trim().toLowerCase();
    const isMeant = (list: readonly Entry[]) =>
      list.some(({ name }) => name.toLowerCase().startsWith(start));
    return [
      ...lists.filter(isMeant).flat(),
      ...records,
      ...lists.filter((list) => !isMeant(list)).flat(),
    ];
  }, [current, t, typed, found.data]);
  return {
    entries,
    isBusy: typed.trim() !== settled || found.isFetching,
    isFailed: found.isError,
    retry: found.refetch,
  };
}
