import { Browser, beginSignOn, followToLogin, openForm } from '../browser.ts';
import { PASSWORD } from '../people.ts';
import { type Askings, type Prepare, plain } from './request.ts';
import { DAY, type Person, type World } from './world.ts';

const RANGE = { start: `${DAY}T00:00:00Z`, end: '2030-01-01T00:00:00Z' };
const clip = (world: World) => world.record('video_requests', "state = 'ready'");

/** A live session of a person. */
async function liveSession(world: World, person: Person): Promise<number> {
  const answer = await fetch(`${world.url}/video-evidence/api/live_sessions/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.access(person)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ vehicle: world.vehicle, duration: 30 }),
  });
  const { id = 0 } = (await answer.json()) as { id?: number };
  // Its video is read for as long as it runs.
  return id;
}

/** The state of a browser after the sign-on form. */
async function signedOn(world: World, person: Person) {
  const browser = await Browser.on(world.app, world.services.config.publicUrl);
  const begun = beginSignOn(browser.publicUrl);
  const { address, csrf } = await openForm(browser, begun);
  const username = `${person}@catalogue.test`;
  const sent = await browser.send('POST', address, {
    form: { csrf, username, password: PASSWORD },
  });
  const login = await followToLogin(browser, sent.location);
  const code = login.searchParams.get('code') ?? '';
  return { browser, code, verifier: begun.verifier, redirect: `${browser.publicUrl}/login` };
}

const byVehicle: Prepare = (world) => ({
  params: { vehicleID: world.vehicle },
  query: { Storage: 'All', SubSamplingInterval: 1 },
});

/** Video, files, sign-on and information about the installation. */
export const VIDEO_REQUESTS: Askings = {
  'R-031': () => ({ params: { reference: 'en' } }),
  'R-032': () => ({ params: { lang: 'pt' } }),
  'R-095': plain,
  'R-101': byVehicle,
  'R-102': async (world, person) => ({
    params: { sessionId: await liveSession(world, person), camera: 1 },
  }),
  'R-103': (world) => ({ params: { vehicleID: world.vehicle } }),
  'RP-01': (world) => {
    const { searchParams } = new URL(
      beginSignOn(world.services.config.publicUrl).address,
      world.url,
    );
    return { query: Object.fromEntries(searchParams) };
  },
  'RP-04': async (world, person) => {
    const { code, verifier, redirect } = await signedOn(world, person);
    return { body: { code, code_verifier: verifier, redirect_uri: redirect } };
  },
  'RP-05': (world) => ({
    query: { post_logout_redirect_uri: `${world.services.config.publicUrl}/` },
  }),
  'RP-02': async (world, person) => {
    const browser = await Browser.on(world.app, world.services.config.publicUrl);
    const { address, csrf } = await openForm(browser, beginSignOn(browser.publicUrl));
    const { searchParams } = new URL(address, browser.publicUrl);
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    return {
      query: Object.fromEntries(searchParams),
      body: new URLSearchParams({
        username: `${person}@catalogue.test`,
        password: PASSWORD,
        csrf,
      }),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    };
  },
  'RP-03': async (world, person) => {
    const { code, verifier, redirect } = await signedOn(world, person);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: 'roadworthy-web',
      code_verifier: verifier,
    });
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  },
  'RP-06': plain,
  'RP-07': plain,
  'RP-08': async (world) => ({
    params: {
      id: await world.one<string>(
        `select file_id from vehicle_activities where customer_id = $1 and file_id is not null limit 1`,
        [world.customer],
      ),
    },
  }),
  'RP-10': (world) => ({
    query: {
      vehicle: world.vehicle,
      ...RANGE,
      state: 'ready',
      pageSize: 5,
      page: 1,
      ordering: '-start',
    },
  }),
  'RP-11': (world) => ({
    body: {
      vehicle: world.vehicle,
      start: new Date(Date.now() - 600_000).toISOString(),
      duration: 30,
      live: false,
    },
  }),
  'RP-12': async (world) => ({ params: { id: await clip(world) } }),
  'RP-13': (world) => ({ body: { vehicle: world.vehicle, duration: 30 } }),
  'RP-14': async (world, person) => ({ params: { id: await liveSession(world, person) } }),
};
