import type { AnswerOf, contract } from '@roadworthy/contract';
import type { DistanceUnit } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { bodyOf, type Draft } from './geofences-draft.ts';
import type { Geofence } from './geofences-shape.ts';

export type Group = AnswerOf<typeof contract.geofences.groups>['results'][number];
export type Category = AnswerOf<typeof contract.geofences.categories>['results'][number];

/** Prefix of all geofence queries, so that one invalidation reaches them. */
export const GEOFENCES = 'geofences';
/** The longest page of the contract. */
const PAGE_SIZE = 400;
/** Maximum number on the map; the search narrows them down. */
export const MOST_SHOWN = 2000;

/** Filters of the list. */
export interface Filter {
  readonly search: string;
  readonly group: number | undefined;
  readonly category: number | undefined;
}

/** The matching geofences by name, with their total count (RP-15, M-P10). */
export function useGeofences({ search, group, category }: Filter) {
  return useQuery({
    queryKey: [GEOFENCES, 'list', search, group, category],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: Geofence[] = [];
      for (let page = 1; ; page += 1) {
        const { count, results } = await api.geofences.list({
          query: { search, group, category, pageSize: PAGE_SIZE, page, ordering: 'name' },
          signal,
          quiet: true,
        });
        found.push(...results);
        const isAll = found.length >= Math.min(count, MOST_SHOWN) || results.length === 0;
        if (isAll) return { count, geofences: found };
      }
    },
  });
}

/** One geofence, for a URL that names one outside the list. */
export function useGeofence(id: number | null) {
  return useQuery({
    queryKey: [GEOFENCES, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => api.geofences.read({ params: { id: id ?? 0 }, signal, quiet: true }),
    retry: false,
  });
}

/** Every group, by name. */
export function useGroups() {
  return useQuery({
    queryKey: [GEOFENCES, 'groups'],
    queryFn: async ({ signal }): Promise<Group[]> =>
      (await api.geofences.groups({ query: { pageSize: PAGE_SIZE }, signal, quiet: true })).results,
  });
}

/** Every category, by name. */
export function useCategories() {
  return useQuery({
    queryKey: [GEOFENCES, 'categories'],
    queryFn: async ({ signal }): Promise<Category[]> =>
      (await api.geofences.categories({ query: { pageSize: PAGE_SIZE }, signal, quiet: true }))
        .results,
  });
}

/** Creates a geofence from a draft, or changes `before`. */
export function saveDraft(draft: Draft, unit: DistanceUnit, before: Geofence | undefined) {
  const body = bodyOf(draft, unit, before);
  return before === undefined
    ? api.geofences.create({ body })
    : api.geofences.change({ params: { id: before.id }, body });
}
