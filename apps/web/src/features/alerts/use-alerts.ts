import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';

export type Alert = AnswerOf<typeof contract.alerts.list>['results'][number];
export type Warning = AnswerOf<typeof contract.alerts.list>['warnings'][number];
export type Rule = AnswerOf<typeof contract.alerts.rules>['results'][number];
export type RuleBody = BodyOf<typeof contract.alerts.createRule>;

/** Prefix of all alert queries, so that one invalidation reaches them. */
export const ALERTS = 'alerts';
/** Refresh interval of the newest alerts; the same as live tracking without its stream (M-03). */
const REFRESH_MS = 30_000;

/** A page of alerts, newest first. */
export function useAlerts(query: { page: number; pageSize: number; unread: boolean }) {
  return useQuery({
    queryKey: [ALERTS, 'list', query],
    queryFn: ({ signal }) =>
      api.alerts.list({
        query: { ...query, unread: query.unread ? 'true' : 'false' },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Marks all alerts as read. */
export function useMarkAllRead(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    try {
      await api.alerts.markRead({ body: { ids: [] } });
      await queries.invalidateQueries({ queryKey: [ALERTS] });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
}

/** A page of alert rules by name. */
export function useRules(query: { page: number; pageSize: number }) {
  return useQuery({
    queryKey: [ALERTS, 'rules', query],
    queryFn: ({ signal }) => api.alerts.rules({ query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Every type of event. */
export function useEventTypes() {
  return useQuery({
    queryKey: ['event-types'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.events.types({ signal }),
  });
}
