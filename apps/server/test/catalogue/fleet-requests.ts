import { type Askings, formOf, listed, PAGE, type Prepare, plain } from './request.ts';
import { DAY, type World } from './world.ts';

const RANGE = { start: `${DAY}T00:00:00Z`, end: `${DAY}T23:59:59Z` };
const ofVehicle: Prepare = (world) => ({ query: { vehicle: world.vehicle, ...RANGE } });
const ofDepot: Prepare = (world) => ({ query: { vehicle_group: world.depot, ...RANGE } });
const region = (world: World) => world.record('regions');

const groupBody = (world: World, changed: object = {}) => ({
  name: `Depot ${world.next()}`,
  region: null,
  is_region: false,
  address: null,
  vehicles: [],
  vehicle_groups: [],
  schedule_types: [],
  ...changed,
});

const vehicleBody = (world: World) => ({
  registration: `SENT ${world.next()}`,
  type: 'VAN',
  vehicle_type: { id: 1, reference: 'FUEL', name: 'Fuel' },
  manufacturer_model: null,
  vin: null,
  livery_category: null,
  contract_type: null,
  lease_company: null,
  repairer: null,
  tracker: null,
  driver: null,
  vehicle_groups: [world.depot],
  schedule_types: [],
  customer: world.customer,
  is_active: true,
});

const driverBody = (world: World) => ({
  first_name: 'Sent',
  surname: `Driver ${world.next()}`,
  email: null,
  phone: null,
  driver_id: null,
  category: null,
  vehicle: null,
  user: null,
  customer: world.customer,
});
const newDriver = (world: World) =>
  world.one(
    `insert into drivers (customer_id, first_name, surname) values ($1, 'New', $2) returning id`,
    [world.customer, `Driver ${world.next()}`],
  );

const trackerBody = (world: World) => ({
  tracker: `35070000${1_000_000 + world.next()}`,
  model: 'FMB920',
  protocol: 'teltonika',
  sim: null,
  vehicle: null,
  customer: world.customer,
});
const newTracker = (world: World) =>
  world.one(
    `insert into trackers (customer_id, number, protocol) values ($1, $2, 'teltonika') returning id`,
    [world.customer, `35080000${1_000_000 + world.next()}`],
  );

const customerBody = (world: World, name = `Customer ${world.next()}`) => ({
  name,
  logo: null,
  maintenance_control: { phone: '01632 960100' },
  config: { render_cust_logo_on_dl_homescreen: false, slogan: null },
  management_company: {
    faqs: true,
    accident_reporting_enabled: true,
    break_down_phone: '0808 157 0192',
    logo: null,
  },
});

const upload = (world: World) =>
  formOf(
    {
      customer_id: world.customer,
      verifyUpload: 'true',
      email: 'office@catalogue.test',
      uploadChoices: '{}',
      run_on_weekend: 'true',
    },
    { file: [Buffer.from(`registration,type\nUP${world.next()},VAN\n`), 'vehicles.csv'] },
  );

/** Groups, vehicles, drivers, customers, trackers, tracking and uploads. */
export const FLEET_REQUESTS: Askings = {
  'R-063': listed('name'),
  'R-064': [
    { form: 'a depot', prepare: (world) => ({ body: groupBody(world) }) },
    { form: 'a region', prepare: (world) => ({ body: groupBody(world, { is_region: true }) }) },
  ],
  'R-065': listed('name'),
  'R-066': async (world) => ({ body: { id: await world.newDepot() } }),
  'R-067': [
    { form: 'a depot', prepare: (world) => ({ params: { id: world.depot } }) },
    { form: 'a region', prepare: async (world) => ({ params: { id: await region(world) } }) },
  ],
  'R-068': async (world) => ({ params: { id: await world.newDepot() }, body: groupBody(world) }),
  'R-069': plain,
  'R-070': async (world) => ({ params: { id: await region(world) }, query: { date: DAY } }),
  'R-071': async (world) => ({ params: { id: await region(world) }, query: { date: DAY } }),
  'R-072': (world) => ({ params: { id: world.depot }, query: { start_date: DAY, end_date: DAY } }),
  'R-073': listed('name'),
  'R-074': listed('name'),
  'R-075': (world) => ({ params: { vehicleId: world.vehicle } }),
  'R-076': listed('name', { trackers_only: 'true' }),
  'R-077': () => ({ query: { ...PAGE, pageSize: 400, ordering: 'name' } }),
  'R-078': listed('name'),
  'R-079': plain,
  'R-080': () => ({ query: { search: '' } }),
  'R-081': () => ({ query: { search: '' } }),
  'R-082': listed('name', { pageSize: 15 }),
  'R-083': [
    {
      form: 'a page',
      prepare: () => ({
        query: { pageSize: 5, page: 1, ordering: '-registration', search: '' },
      }),
    },
    { form: 'without parameters', prepare: plain },
  ],
  'R-084': listed('registration'),
  'R-085': (world) => ({ params: { id: world.vehicle } }),
  'R-086': (world) => ({ body: vehicleBody(world) }),
  'R-087': async (world) => ({ body: { id: await world.newVehicle() } }),
  'R-088': async (world) => ({
    params: { id: await world.newVehicle() },
    body: vehicleBody(world),
  }),
  'R-089': plain,
  'R-090': async (world) => ({
    query: {
      manufacturer: await world.record('catalogue_entries', "kind = 'manufacturer'"),
    },
  }),
  'R-091': plain,
  'R-092': plain,
  'R-093': plain,
  'R-094': plain,
  'R-096': () => ({ query: { pageSize: 25, page: 1, ordering: 'registration', search: '' } }),
  'R-097': () => ({ query: { pageSize: 15, page: 1, ordering: 'registration', search: '' } }),
  'R-100': (world) => ({ params: { customerId: world.customer } }),
  'R-104': [
    {
      form: 'all',
      prepare: (world) => listed('surname', { unassigned: 'false', except: 1 })(world, 'admin'),
    },
    { form: 'those without an account', prepare: listed('surname') },
  ],
  'R-105': async (world) => ({ params: { id: await world.record('drivers') } }),
  'R-106': async (world) => ({ params: { id: await newDriver(world) }, body: driverBody(world) }),
  'R-107': listed('name'),
  'R-108': plain,
  'R-109': listed('name'),
  'R-110': (world) => ({ params: { cid: world.customer } }),
  'R-111': [{ by: 'global', prepare: (world) => ({ body: customerBody(world) }) }],
  'R-112': [
    {
      by: 'global',
      prepare: async (world) => ({
        body: {
          ids: [
            await world.one('insert into customers (name) values ($1) returning id', [
              `Gone ${world.next()}`,
            ]),
          ],
        },
      }),
    },
  ],
  'R-113': (world) => ({
    params: { id: world.customer },
    body: customerBody(world, 'Albion Distribution'),
  }),
  'R-130': ofDepot,
  'R-131': ofDepot,
  'R-132': () => ({ query: { search: '' } }),
  'R-133': (world) => ({ query: { group_id: world.depot } }),
  'R-134': (world) => ({ params: { id: world.vehicle } }),
  'R-135': ofVehicle,
  'R-136': ofVehicle,
  'R-137': ofVehicle,
  'R-138': async (world) => ({
    query: {
      driver_id: await world.one('select driver_id from vehicles where id = $1', [world.vehicle]),
      ...RANGE,
    },
  }),
  'R-139': (world) => ({ query: { vehicle: world.vehicle }, body: { message: 'Call the office' } }),
  'R-140': (world) => ({
    query: {
      vehicle: world.vehicle,
      ...RANGE,
      event: [41, -1],
      pageSize: 5,
      page: 1,
      ordering: '-timestamp',
    },
  }),
  'R-141': listed('tracker'),
  'R-142': (world) => ({ body: trackerBody(world) }),
  'R-143': async (world) => ({ params: { id: await newTracker(world) }, body: trackerBody(world) }),
  'R-144': listed('tracker'),
  'R-145': (world) => ({ query: { tracker_id: world.tracker, ...RANGE, pageSize: 5, page: 1 } }),
  'R-146': plain,
  'R-147': (world) => ({ form: upload(world) }),
  'R-148': async (world) => {
    const registration = await world.one<string>(
      'select registration from vehicles where id = $1',
      [await world.newVehicle()],
    );
    const file: [Uint8Array, string] = [
      Buffer.from(`registration\n${registration}\n`),
      'codes.csv',
    ];
    return { form: formOf({ customer_id: world.customer }, { file }) };
  },
  'RP-09': plain,
  'RP-17': (world) => ({ body: driverBody(world) }),
  'RP-18': async (world) => ({ body: { id: await newDriver(world) } }),
  'RP-19': async (world) => ({ body: { id: await newTracker(world) } }),
  'RP-31': async (world) => ({ params: { id: await world.record('vehicle_uploads') } }),
};
