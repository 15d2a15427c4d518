import { useSyncExternalStore } from 'react';
import { laterDialog } from '../../ui/later/later.tsx';

/** The vehicle to watch, with its last position if known. */
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

/** Preloads the dialog's code. */
export function preloadLiveVideo(): void {
  void prefetch();
}

let watched: LiveVehicle | null = null;
const listeners = new Set<() => void>();

function set(next: LiveVehicle | null): void {
  watched = next;
  for (const listener of listeners) listener();
}

/** Opens the live video dialog of a vehicle from any screen. */
export function openLiveVideo(vehicle: LiveVehicle): void {
  set(vehicle);
}

/** The live video dialog, loaded on first use. */
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
