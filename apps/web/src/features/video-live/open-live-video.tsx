import { useSyncExternalStore } from 'react';
import { laterDialog } from '../../ui/later/later.tsx';

/** A vehicle that is watched, with its last place where the opener knows one. */
export interface LiveVehicle {
  readonly id: number;
  readonly registration: string;
  readonly place?:
    | {
        readonly latitudeDeg: number;
        readonly longitudeDeg: number;
        /** Clockwise from north. */
        readonly headingDeg: number;
      }
    | undefined;
}

const { Part: LiveDialog, prefetch } = laterDialog(
  async () => (await import('./live-dialog.tsx')).LiveDialog,
);

/** Fetches the dialog's code ahead, so that the first picture does not wait for it. */
export function preloadLiveVideo(): void {
  void prefetch();
}

let watched: LiveVehicle | null = null;
const listeners = new Set<() => void>();

function set(next: LiveVehicle | null): void {
  watched = next;
  for (const listener of listeners) listener();
}

/** Opens the live video dialog of a vehicle, from whatever screen. */
export function openLiveVideo(vehicle: LiveVehicle): void {
  set(vehicle);
}

/** The live video dialog, loaded when it is first opened. */
export function LiveVideo() {
  const vehicle = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => watched,
  );
  if (vehicle === null) return null;
  return <LiveDialog key={vehicle.id} vehicle={vehicle} onClose={() => set(null)} />;
}
