import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { NotificationKind } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';

export type Alert = AnswerOf<typeof contract.alerts.list>['results'][number];
export type Warning = AnswerOf<typeof contract.alerts.list>['warnings'][number];
export type Rule = AnswerOf<typeof contract.alerts.rules>['results'][number];
export type RuleBody = BodyOf<typeof contract.alerts.createRule>;

export type EventTypes = AnswerOf<typeof contract.events.types>;

/** Prefix of all alert queries, so that one invalidation reaches them. */
export const ALERTS = 'alerts';
/** Refresh interval of the newest alerts; the same as live tracking without its stream (M-03). */
const REFRESH_MS = 30_000;

/** Which alerts a list shows; those without `mine` include kinds that are switched off in the app. */
export interface AlertQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly unread: boolean;
  readonly kind?: NotificationKind | '';
  readonly mine?: boolean;
}

/** A page of alerts, newest first. */
export function useAlerts({ page, pageSize, unread, kind = '', mine = false }: AlertQuery) {
  const query = {
    ...{ page, pageSize, kind },
    unread: unread ? ('true' as const) : ('false' as const),
    mine: mine ? ('true' as const) : ('false' as const),
  };
  return useQuery({
    queryKey: [ALERTS, 'list', query],
    queryFn: ({ signal }) => api.alerts.list({ query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Loads the alerts again when this browser receives a notification. */
export function useAlertSignals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    const onMessage = ({ data }: MessageEvent) => {
      if (data === 'alerts.changed') void queries.invalidateQueries({ queryKey: [ALERTS, 'list'] });
    };
    serviceWorker?.addEventListener('message', onMessage);
    return () => serviceWorker?.removeEventListener('message', onMessage);
  }, [queries]);
}

/** Marks one alert as read. */
export function useMarkRead(): (id: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    try {
      await api.alerts.markRead({ body: { ids: [id] } });
      await queries.invalidateQueries({ queryKey: [ALERTS, 'list'] });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
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
