import type { contract, LineOf } from '@roadworthy/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import type { MomentRange } from '../trace/use-trace.ts';
import { type Batch, createBatch } from './batch.ts';
import type { TripTotals } from './use-trips.ts';

/** Each update rebuilds and sorts the table, so lines are collected for this long. */
const UPDATE_INTERVAL_MS = 100;

/** The trips of one of several vehicles, or why they could not be read. */
export type VehicleLine = LineOf<typeof contract.trips.listMany>;
export type VehicleTrips = Exclude<VehicleLine, { readonly error: unknown }>;

/** Whether the trips of a vehicle were read. */
export const isRead = (line: VehicleLine | undefined): line is VehicleTrips =>
  line !== undefined && !('error' in line);

/** Whether a vehicle is unknown or not visible to the person. */
export const isUnseen = (line: VehicleLine | undefined): boolean =>
  line !== undefined && 'error' in line && line.error.code === 'request.not_found';

/** The sum of the totals of the vehicles whose trips were read. */
export function sumOf(lines: Iterable<VehicleLine>): TripTotals {
  const sum = { trips: 0, distance: 0, driving_time: 0, idle_time: 0 };
  for (const line of lines) {
    if (!isRead(line)) continue;
    for (const key of Object.keys(sum) as (keyof TripTotals)[]) sum[key] += line.totals[key];
  }
  return sum;
}

interface Loading {
  /** As they came, by the id of the vehicle. */
  readonly lines: ReadonlyMap<number, VehicleLine>;
  readonly isRunning: boolean;
  /** Why the whole call failed or broke off. */
  readonly error: Error | null;
}

const NOTHING: Loading = { lines: new Map(), isRunning: false, error: null };

/** The trips of several vehicles while they arrive. */
export interface FleetTrips extends Loading {
  /** Vehicles whose trips are not read, or could not be. */
  readonly missing: readonly number[];
  /** Loads no more; what came stays. */
  readonly stop: () => void;
  /** Loads the missing ones. */
  readonly resume: () => void;
  /** Loads all again. */
  readonly reload: () => void;
}

/**
 * Loads the trips of several vehicles in one call, and again when the vehicles or the range change.
 *
 * @param ids no more than `MAX_TRIP_VEHICLES`; none loads nothing
 * @param range null while it is not known
 */
export function useFleetTrips(ids: readonly number[], range: MomentRange | null): FleetTrips {
  const [state, setState] = useState(NOTHING);
  const running = useRef<{
    readonly controller: AbortController;
    readonly batch: Batch<VehicleLine>;
  } | null>(null);
  const { start = '', end = '' } = range ?? {};
  const load = useCallback(
    async (vehicle: readonly number[]) => {
      running.current?.controller.abort();
      running.current?.batch.flush();
      const controller = new AbortController();
      const { signal } = controller;
      const batch = createBatch<VehicleLine>(UPDATE_INTERVAL_MS, (arrived) =>
        setState((before) => ({
          ...before,
          lines: new Map([
            ...before.lines,
            ...arrived.map((line) => [line.vehicle.id, line] as const),
          ]),
        })),
      );
      running.current = { controller, batch };
      setState((before) => ({ ...before, isRunning: true, error: null }));
      let error: Error | null = null;
      try {
        const query = { vehicle: [...vehicle], start, end };
        for await (const line of api.trips.listMany({ query, signal, quiet: true })) {
          if (signal.aborted) return;
          batch.add(line);
        }
      } catch (cause) {
        error = cause instanceof Error ? cause : new Error(String(cause));
      }
      if (signal.aborted) return;
      batch.flush();
      setState((before) => ({ ...before, isRunning: false, error }));
    },
    [start, end],
  );
  const cancel = useCallback(() => {
    running.current?.controller.abort();
    running.current?.batch.discard();
  }, []);
  const list = ids.join(',');
  const reload = useCallback(() => {
    cancel();
    setState(NOTHING);
    if (list !== '' && start !== '') void load(list.split(',').map(Number));
  }, [list, start, load, cancel]);
  useEffect(() => {
    reload();
    return cancel;
  }, [reload, cancel]);
  const missing = ids.filter((id) => !isRead(state.lines.get(id)));
  return {
    ...state,
    missing,
    stop: () => {
      running.current?.controller.abort();
      running.current?.batch.flush();
      setState((before) => ({ ...before, isRunning: false }));
    },
    resume: () => void load(missing),
    reload,
  };
}
