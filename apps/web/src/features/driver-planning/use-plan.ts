import { type DatePreferences, formatTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { useDisplay } from '../../ui/display.ts';
import { OWN_PLAN_KEY, type ShiftDraft, shiftBody } from './driver-planning.ts';

const LONG_MS = 10 * 60_000;
/** Pause in typing before a shift is checked. */
const PAUSE_MS = 400;
const MANY = 400;

/**
 * The zone of the plan, which is that of the settings of drivers' hours; until it is loaded, and for global
 * administrators, who have no such settings, that of the person.
 */
export function usePlanZone(): string {
  const { dates } = useDisplay();
  const { current } = useSession();
  const { data } = useQuery({
    enabled: !current.user.is_global_admin,
    queryKey: ['drivers-hours', 'settings'],
    staleTime: LONG_MS,
    retry: false,
    queryFn: ({ signal }) => api.driversHours.settings({ signal, quiet: true }),
  });
  return data?.time_zone ?? dates.timeZone ?? 'UTC';
}

/** The formats of the person in the zone of the plan. */
export function usePlanDates(zone: string): DatePreferences {
  return { ...useDisplay().dates, timeZone: zone };
}

/** "06:00 – 15:00" in the zone of the plan. */
export function useTimesText(zone: string): (one: { start: string; end: string }) => string {
  const dates = usePlanDates(zone);
  return ({ end, start }) =>
    `${formatTime(Date.parse(start), dates)} – ${formatTime(Date.parse(end), dates)}`;
}

/** The visible depots as options. */
export function usePlanDepots() {
  const { data } = useQuery({
    queryKey: ['planning', 'depots'],
    staleTime: LONG_MS,
    queryFn: ({ signal }) =>
      api.pickers.depots({ query: { pageSize: MANY, brief: 'true' }, signal }),
  });
  return (data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** What the signed-in driver is planned for. */
export const useOwnPlan = (isQuiet = false) =>
  useQuery({
    queryKey: [OWN_PLAN_KEY],
    queryFn: ({ signal }) => api.driverPlanning.own({ signal, quiet: isQuiet }),
  });

/** What is found of a draft while it is edited; without an answer while a required field is empty. */
export function useShiftCheck(draft: ShiftDraft, replaces: number | null, zone: string) {
  const body = shiftBody(draft, zone);
  const wanted = body === null ? '' : JSON.stringify({ ...body, note: '', replaces });
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    queryKey: ['planning', 'check', asked],
    enabled: asked !== '',
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.driverPlanning.check({ body: JSON.parse(asked), signal, quiet: true }),
  });
}
