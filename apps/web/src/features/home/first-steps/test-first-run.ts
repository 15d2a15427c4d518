import type { Answer } from '../../../test-screen.tsx';

const list = (results: readonly object[]) => ({ count: results.length, results });

const bodyOf = (init: RequestInit | undefined) => JSON.parse(String(init?.body));

const COMPANY = {
  id: 1,
  name: 'New Haulage',
  logo: null,
  maintenance_control: { phone: null },
  config: { render_cust_logo_on_dl_homescreen: false, slogan: null, currency: 'EUR' },
  contact: { name: null, email: null, phone: null },
  address: null,
  languages: ['en', 'pt'],
  vehicle_count: 0,
  user_count: 1,
  management_company: null,
  archived: false,
};

/** A vehicle of the list without trackers. */
export const newVehicle = (id: number, registration: string) => ({
  id,
  registration,
  trackers: [] as object[],
});

/** An empty installation, as the server of a component test; calls that create are kept. */
export function firstRun() {
  const run = {
    depots: [] as object[],
    vehicles: [] as object[],
    trackers: [] as object[],
    unknown: [] as { identifier: string; protocol: string }[],
    failed: [] as object[],
    frames: [] as object[],
    connections: [] as object[],
    users: 1,
    /** Errors of the next vehicle by field. */
    refusal: null as Record<string, string[]> | null,
    saved: {} as Record<string, unknown>,
    /** Depot and vehicle are there. */
    reachDevice() {
      run.depots = [{ id: 1, name: 'Harbour' }];
      run.vehicles = [newVehicle(1, 'NW26 NEW')];
    },
    answers: {} as Record<string, Answer>,
  };
  const fit = (tracker: string, protocol: string) => {
    const made = {
      id: 5,
      tracker,
      protocol,
      vehicle: 1,
      registration: 'NW26 NEW',
      last_seen: null,
    };
    run.trackers = [made];
    return made;
  };
  run.answers = {
    '/api/config/': () => ({ home_variant: 'groups', external_apps: {}, map: {} }),
    '/api/customer/1/': (_url, init) => {
      if (init?.method === 'PUT') run.saved.company = bodyOf(init);
      return COMPANY;
    },
    '/api/vehicles_groups_for_user_list/': () => list(run.depots),
    '/api/vehicles_groups/': (_url, init) => {
      run.saved.depot = bodyOf(init);
      run.depots = [{ id: 1, name: 'Harbour' }];
      return { id: 1 };
    },
    '/api/administration/vehicles/': () => list(run.vehicles),
    '/api/vehicles/': (_url, init) => {
      if (run.refusal !== null) {
        const body = JSON.stringify({ detail: 'Wrong', code: 'x', errors: run.refusal });
        return new Response(body, { status: 400 });
      }
      run.saved.vehicle = bodyOf(init);
      run.vehicles = [newVehicle(1, 'NW26 NEW')];
      return { id: 1 };
    },
    '/api/administration/trackers_list/': () => list(run.trackers),
    '/api/vehicles_trackers/': (_url, init) => {
      const body = bodyOf(init);
      run.saved.tracker = body;
      return fit(body.tracker, body.protocol);
    },
    '/api/administration/unknown_devices/': () => list(run.unknown),
    '/api/administration/unknown_devices/adopt/': (_url, init) => {
      const body = bodyOf(init);
      run.saved.adopted = body;
      run.unknown = [];
      return fit(body.identifier, body.protocol);
    },
    '/api/administration/failed_arrivals/': () => run.failed,
    '/api/administration/raw_frames/': () => list(run.frames),
    '/api/administration/tracker_connections/5/': () => run.connections,
    '/api/administration/device_ports/': () => [
      { protocol: 'teltonika', port: 5027, transports: ['tcp', 'udp'] },
      { protocol: 'osmand', port: 5055, transports: ['http'] },
    ],
    '/api/administration/users/': () => ({ count: run.users, results: [] }),
  };
  return run;
}

export type FirstRun = ReturnType<typeof firstRun>;
