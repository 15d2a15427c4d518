import type { BodyOf, contract } from '@roadworthy/contract';
import type { TestApi } from './api.ts';

/** What a caller writes of a geofence. */
export type TestGeofence = BodyOf<typeof contract.geofences.create>;

/** A square around Daventry with a side of 0.01°, as a form sends it. */
export function squareGeofence(changed: Partial<TestGeofence> = {}): TestGeofence {
  return {
    name: 'Daventry yard',
    category: null,
    groups: [],
    colour: '#1F6FEB',
    shape: 'polygon',
    points: [
      { lat: 52.25, long: -1.17 },
      { lat: 52.25, long: -1.16 },
      { lat: 52.26, long: -1.16 },
      { lat: 52.26, long: -1.17 },
    ],
    holes: [],
    centre: null,
    radius: null,
    alert_on_entry: true,
    alert_on_exit: false,
    alert_dwell_min: null,
    speed_limit_kmh: null,
    ...changed,
  };
}

/** Makes a geofence through the interface. Returns what it answered, with status 201. */
export async function makeGeofence(api: TestApi, as: number, changed: Partial<TestGeofence> = {}) {
  const { status, body } = await api.ask('/api/geofence/', {
    as,
    method: 'POST',
    body: squareGeofence(changed),
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** The body of a circle around 52° N, 1° W. */
export const circleBody = (name: string) => ({
  name,
  category: null,
  groups: [],
  colour: '#336699',
  shape: 'circle',
  points: [],
  holes: [],
  centre: { lat: 52, long: -1 },
  radius: 100,
  alert_on_entry: true,
  alert_on_exit: true,
});
