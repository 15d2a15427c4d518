import { PASSWORD } from '../people.ts';
import { type Askings, listed, plain } from './request.ts';
import type { World } from './world.ts';

const NEW_PASSWORD = 'violet harbour lantern 58';
const GIVEN = { notification_type: 'vehicle_std_emails' };

const userBody = (world: World, changed: object = {}) => ({
  username: `sent${world.next()}`,
  email: `sent${world.next()}@catalogue.test`,
  first_name: 'Sent',
  last_name: 'Person',
  permission: 3,
  modules: [1, 2],
  customers: [world.customer],
  regions: [],
  vehicle_groups: [world.depot],
  is_limited_user: false,
  driver: null,
  vehicle: null,
  is_active: true,
  ...changed,
});

const newEmail = (world: World) =>
  world.one(
    `insert into notification_emails (customer_id, email, notification_type)
     values ($1, $2, 'vehicle_std_emails') returning id`,
    [world.customer, `told${world.next()}@catalogue.test`],
  );

const ids = async (world: World, table: string, fields: string, values: string) =>
  world.one(`insert into ${table} (customer_id, ${fields}) values ($1, ${values}) returning id`, [
    world.customer,
    `New ${world.next()}`,
  ]);

const geofenceBody = (world: World) => ({
  name: `Yard ${world.next()}`,
  category: null,
  groups: [],
  colour: '#336699',
  shape: 'circle',
  points: [],
  centre: { lat: 52.2, long: -1.2 },
  radius: 150,
  alert_on_entry: true,
  alert_on_exit: false,
});
const newGroup = (world: World) => ids(world, 'geofence_groups', 'name', '$2');
const newCategory = (world: World) =>
  ids(world, 'geofence_categories', 'name, colour', "$2, '#123456'");

/** Session, users, notifications and geofences. */
export const PEOPLE_REQUESTS: Askings = {
  'R-019': plain,
  'R-020': plain,
  'R-021': plain,
  'R-022': plain,
  'R-023': [
    {
      form: 'by user name',
      prepare: (_, person) => ({
        body: { username: person, email: `${person}@catalogue.test`, password: PASSWORD },
      }),
    },
  ],
  'R-024': () => ({ body: { email: 'nobody@catalogue.test' } }),
  'R-025': async (world) => ({
    body: { token: await world.passwordToken('reset'), password: NEW_PASSWORD },
  }),
  'R-026': async (world) => ({
    body: { token: await world.passwordToken('set'), password: NEW_PASSWORD },
  }),
  'R-027': (world, person) => ({
    params: { id: world.people[person] },
    body: { old_password: PASSWORD, new_password: PASSWORD },
  }),
  'R-028': plain,
  'R-029': async (world, person) => ({ body: { cookie: await world.access(person) } }),
  'R-030': plain,
  'R-033': (world) => ({ body: userBody(world) }),
  'R-034': listed('last_name'),
  'R-035': async (world) => ({ body: { id: await world.newUser() } }),
  'R-036': async (world) => ({ params: { id: await world.newUser() } }),
  'R-037': async (world) => ({ params: { id: await world.newUser() }, body: userBody(world) }),
  'R-038': async (world) => ({ params: { id: await world.newUser() } }),
  'R-039': [
    {
      form: 'all preferences',
      prepare: (world, person) => ({
        params: { id: world.people[person] },
        body: {
          prefs: {
            time_zone: 'Europe/London',
            date_format: 'DD/MM/YY',
            time_format: '24',
            units_distance: 'MLS',
          },
          language: 'en',
        },
      }),
    },
    {
      form: 'a clock of twelve hours as another program writes it, and no language',
      prepare: (world, person) => ({
        params: { id: world.people[person] },
        body: {
          prefs: {
            time_zone: null,
            date_format: null,
            time_format: 'hh:mm a (12)',
            units_distance: null,
          },
        },
      }),
    },
  ],
  'R-040': plain,
  'R-041': plain,
  'R-042': [
    {
      form: 'of a depot',
      prepare: (world) => listed('last_name', { vehicle_group: world.depot })(world, 'admin'),
    },
    { form: 'of all', prepare: listed('last_name') },
  ],
  'R-043': listed('last_name'),
  'R-044': () => ({ query: GIVEN }),
  'R-045': () => ({ query: GIVEN, body: { emails: ['office@catalogue.test'] } }),
  'R-046': () => ({ query: GIVEN }),
  'R-047': (world) => ({
    body: { ...GIVEN, add: [`more${world.next()}@catalogue.test`], remove: ['no@catalogue.test'] },
  }),
  'R-048': async (world) => {
    await newEmail(world);
    return listed('email', GIVEN)(world, 'admin');
  },
  'R-049': (world) => ({
    body: { email: `new${world.next()}@catalogue.test`, ...GIVEN, depots: [world.depot] },
  }),
  'R-050': async (world) => ({ params: { emailId: await newEmail(world) } }),
  'R-051': async (world) => ({ body: { id: await newEmail(world), depots: [world.depot] } }),
  'R-052': (world) => ({ body: geofenceBody(world) }),
  'R-053': async (world) => ({
    params: { id: await world.record('geofences', "shape = 'circle'") },
    body: geofenceBody(world),
  }),
  'R-054': async (world) => ({ params: { id: await world.record('geofences') } }),
  'R-055': async (world) => ({
    params: { id: await world.record('geofences') },
    body: { groups: [await newGroup(world)] },
  }),
  'R-056': (world) => ({ body: { GroupName: `Group ${world.next()}` } }),
  'R-057': listed('GroupName'),
  'R-058': plain,
  'R-059': [
    { form: 'by body', prepare: async (world) => ({ body: { ids: [await newGroup(world)] } }) },
    { form: 'by query', prepare: async (world) => ({ query: { id: await newGroup(world) } }) },
  ],
  'R-060': (world) => ({ body: { name: `Kind ${world.next()}`, colour: '#112233' } }),
  'R-061': listed('name'),
  'R-062': [
    { form: 'by body', prepare: async (world) => ({ body: { ids: [await newCategory(world)] } }) },
    { form: 'by query', prepare: async (world) => ({ query: { id: await newCategory(world) } }) },
  ],
  'RP-15': async (world) =>
    listed('name', {
      group: await newGroup(world),
      category: await newCategory(world),
    })(world, 'admin'),
  'RP-16': async (world) => ({
    params: {
      id: await world.one(
        `insert into geofences (customer_id, name, colour, shape, centre_latitude,
           centre_longitude, radius_m, alert_on_entry, alert_on_exit)
         values ($1, $2, '#112233', 'circle', 52, -1, 100, true, true) returning id`,
        [world.customer, `Gone ${world.next()}`],
      ),
    },
  }),
};
