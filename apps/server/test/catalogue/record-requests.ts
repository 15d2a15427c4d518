import { signaturePng } from '../record-forms.ts';
import { jpeg, PDF } from '../vehicle-documents.ts';
import { type Askings, formOf, listed, type Prepare } from './request.ts';
import { DAY, PARTNER_KEY, type World } from './world.ts';

const KEY = { 'x-external-key': PARTNER_KEY };
const DAYS = { start_date: '2020-01-01', end_date: '2030-01-01' };
const report = (world: World, where = 'true') => world.record('vehicle_reports', where);
const ofReport: Prepare = async (world) => ({ params: { id: await report(world) } });

/** A list of a depot that has such rows. */
const ofDepot =
  (type: string, table: string, ordering: string, where = 'true'): Prepare =>
  async (world) => ({
    params: {
      id: await world.one(
        `select depot_id from ${table} where customer_id = $1 and depot_id is not null and ${where} limit 1`,
        [world.customer],
      ),
    },
    query: {
      type,
      ...DAYS,
      ordering,
      orderingDirection: 'desc',
      pageSize: 5,
      page: 1,
      search: '',
    },
  });

const qrid = (world: World) =>
  world.one<string>('select code from vehicle_codes where vehicle_id = $1 and revoked_at is null', [
    world.vehicle,
  ]);
const ofCode: Prepare = async (world) => ({ query: { qrid: await qrid(world) } });
/** A vehicle's registration and id. */
const registered = async (world: World, table: string, where: string) => {
  const vehicle = await world.one(
    `select vehicle_id from ${table} where customer_id = $1 and ${where} order by id desc limit 1`,
    [world.customer],
  );
  const registration = await world.one<string>('select registration from vehicles where id = $1', [
    vehicle,
  ]);
  return { registration, vehicle_id: vehicle };
};

const surveyItem = { question: 'Are the tyres in order?', answer: 'Yes', ok: true, comment: null };
const newSurvey = (world: World) =>
  world.one(
    `insert into audit_surveys (customer_id, depot_id, surveyed_at, auditor, items, score)
     values ($1, $2, now(), 'Ada', '[]', 100) returning id`,
    [world.customer, world.depot],
  );

const document = (fields: Readonly<Record<string, string | number>>) =>
  formOf(fields, { document: [PDF, 'certificate.pdf'] });
const activityType = (world: World, reference: string) =>
  world.one('select id from activity_types where reference = $1 order by id limit 1', [reference]);
const investigation = async (world: World) => {
  const { rows } = await world.services.db.pool.query<{ id: number; activity_id: number }>(
    `select id, activity_id from investigations where customer_id = $1 and status = 'PENDING'
     order by id limit 1`,
    [world.customer],
  );
  return { id: rows[0]?.activity_id ?? 0, investigationId: rows[0]?.id ?? 0 };
};
const signedPath = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return { id: pathname.split('/').at(-2) ?? '', query: Object.fromEntries(searchParams) };
};

const newActivityType = async (world: World) => ({
  name: `Type ${world.next()}`,
  reference: `SENT_${world.next()}`,
  schedule_type: null,
  require_user_date_input: false,
  use_activity_statuses_on_ui: true,
  statuses: [{ id: 1, name: 'Done', do_not_create_schedule_activities: false }],
  internal_use: false,
  vehicle_types: ['VAN'],
});
const ownType = (world: World) =>
  world.one(
    `insert into activity_types (customer_id, name, reference) values ($1, $2, $3) returning id`,
    [world.customer, `Own ${world.next()}`, `OWN_${world.next()}`],
  );
/** A type of the customer, and a body that changes everything except its reference. */
const ownTypeBody = async (world: World) => {
  const id = await ownType(world);
  const reference = await world.one<string>('select reference from activity_types where id = $1', [
    id,
  ]);
  return { params: { id }, body: { ...(await newActivityType(world)), reference } };
};
const template = async (world: World) => ({
  title: `Template ${world.next()}`,
  activity_type: await ownType(world),
  questions: [{ question: 'What failed?', answer_type: 'TEXT', answer_choices: [] }],
});
const newTemplate = async (world: World) => {
  const answer = await fetch(`${world.url}/api/investigation_templates/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.access('admin')}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.200.0.${world.next() % 250}`,
    },
    body: JSON.stringify(await template(world)),
  });
  return Number(((await answer.json()) as { id: number }).id);
};
const vorEntry = async (world: World) =>
  world.one(
    `insert into vor_entries (customer_id, vehicle_id, since, reason, set_by)
     values ($1, $2, now() - interval '2 days', 'at_repairer', 'Ada') returning id`,
    [world.customer, await world.newVehicle()],
  );

const party = {
  registration: 'AB12 CDE',
  number_in_vehicle: 1,
  driver_name: 'Sam Other',
  phone_number: '01632 960777',
  injured: false,
  injury_details: '',
  people_property_details: '',
  photos: [],
};

/** Vehicle check, vehicle file, VOR and the public pages. */
export const RECORD_REQUESTS: Askings = {
  'R-098': [
    {
      form: 'open entries',
      prepare: async (world) => {
        await vorEntry(world);
        return listed('off_road_at', { state: 'off_road', ...DAYS })(world, 'admin');
      },
    },
  ],
  'R-099': async (world) => ({ params: { id: await vorEntry(world) } }),
  'R-114': ofDepot('DRV', 'vehicle_reports', 'date', "kind = 'DRV'"),
  'R-115': ofDepot('DMG', 'vehicle_damages', 'reported_at'),
  'R-116': ofDepot('GTC', 'vehicle_reports', 'date', "kind = 'GTC'"),
  'R-117': ofDepot('VEH', 'vehicle_damages', 'oldest', 'fixed_at is null'),
  'R-118': ofDepot('NOT', 'notice_letters', 'date'),
  'R-119': [
    { form: 'its data', prepare: ofReport },
    {
      form: 'as a PDF',
      prepare: async (world) => ({ ...(await ofReport(world, 'admin')), query: { pdf: 'true' } }),
    },
  ],
  'R-120': async (world) => ({ params: { id: await report(world, "kind = 'GTC'") } }),
  'R-121': async (world) => ({ params: { id: await world.record('notice_letters') } }),
  'R-122': async (world) => ({
    params: {
      id: await report(
        world,
        'exists (select from vehicle_damages d where d.vehicle_id = vehicle_reports.vehicle_id)',
      ),
    },
  }),
  'R-123': async (world) => ({ query: { report: await report(world) } }),
  'R-124': async (world) => ({
    query: {
      vehicle: await world.one(
        'select vehicle_id from vehicle_damages where customer_id = $1 and fixed_at is null limit 1',
        [world.customer],
      ),
    },
  }),
  'R-125': (world) => ({
    params: { report: 'DRV', id: world.depot },
    query: { ...DAYS, ordering: 'date', orderingDirection: 'desc', search: '' },
  }),
  'R-126': (world) => listed('date', { type: 'AUD', ...DAYS, depot: world.depot })(world, 'admin'),
  'R-127': [
    { form: 'by body', prepare: async (world) => ({ body: { ids: [await newSurvey(world)] } }) },
    { form: 'by query', prepare: async (world) => ({ query: { id: await newSurvey(world) } }) },
  ],
  'R-128': (world) => ({
    body: { depot: world.depot, vehicle: null, date: `${DAY}T09:00:00Z`, items: [surveyItem] },
  }),
  'R-129': async (world) => ({ params: { id: await world.record('audit_surveys') } }),
  'R-149': ofCode,
  'R-150': ofCode,
  'R-151': ofCode,
  'R-152': [
    {
      form: 'by code',
      prepare: async (world) => ({ query: { qrid: await qrid(world) }, headers: KEY }),
    },
    {
      form: 'by vehicle',
      prepare: (world) => ({ query: { vehicle: world.vehicle }, headers: KEY }),
    },
  ],
  'R-153': async (world) => ({
    headers: KEY,
    body: {
      qrid: await qrid(world),
      vehicle: world.vehicle,
      driver_name: 'Drew Driver',
      driver_phone: '01632 960123',
      happened_at: `${DAY}T09:00:00Z`,
      lat: 52.2,
      long: -1.2,
      address: 'Daventry',
      road: null,
      description: 'A car turned in front of the van.',
      injuries: false,
      police_informed: false,
      police_reference: null,
      damage: 'Bumper',
      photos: [],
      parties: [party],
      witnesses: [],
      signature: `data:image/png;base64,${(await signaturePng()).toString('base64')}`,
      signed_name: 'Drew Driver',
    },
  }),
  'R-154': () => ({
    query: { pageSize: 3, page: 1, ordering: '-registration', search: 'A' },
    headers: KEY,
  }),
  'R-155': [
    {
      form: 'by registration and id',
      prepare: async (world) => ({
        query: await registered(world, 'vehicle_reports', "kind = 'DRV'"),
      }),
    },
    {
      form: 'by registration',
      prepare: async (world) => {
        const { registration } = await registered(world, 'vehicle_reports', "kind = 'DRV'");
        return { query: { registration } };
      },
    },
  ],
  'R-156': [
    {
      form: 'by registration and id',
      prepare: async (world) => ({ query: await registered(world, 'inspection_records', 'true') }),
    },
    {
      form: 'by registration',
      prepare: async (world) => {
        const { registration } = await registered(world, 'inspection_records', 'true');
        return { query: { registration } };
      },
    },
  ],
  'R-157': () => ({ query: { address: 'Daventry' } }),
  'R-158': () => ({ query: { lat: 52.26, long: -1.16 } }),
  'R-159': () => ({ query: { lat: 52.26, long: -1.16 } }),
  'R-160': async (world) => {
    const places = await fetch(`${world.url}/api/maps/geocode/?address=Daventry`);
    const { results } = (await places.json()) as { results: { place_id: string }[] };
    return { params: { placeId: results[0]?.place_id ?? '' } };
  },
  'R-161': async (world) => {
    const query = new URLSearchParams(
      Object.entries(await registered(world, 'vehicle_reports', "kind = 'DRV'")).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    );
    const latest = await fetch(`${world.url}/api/driver_check_latest/?${query}`);
    const signed = signedPath(((await latest.json()) as { pdf: string }).pdf);
    return { params: { driver_check_id: signed.id }, query: signed.query };
  },
  'R-162': async (world) => {
    const query = new URLSearchParams(
      Object.entries(await registered(world, 'inspection_records', 'true')).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    );
    const latest = await fetch(`${world.url}/api/document_latest/?${query}`);
    const { latest_vehicle_activities: found } = (await latest.json()) as {
      latest_vehicle_activities: { pdf: string | null; activity_type: { reference: string } }[];
    };
    const signed = signedPath(found.find(({ pdf }) => pdf?.includes('report_pdf'))?.pdf ?? '');
    return { params: { recordId: signed.id }, query: signed.query };
  },
  'R-163': () => ({
    query: {
      page: 1,
      pageSize: 15,
      ordering: 'name',
      vehicle_type: 'VAN',
      remove_internal_use: 'True',
    },
  }),
  'R-164': async (world) => ({ params: { id: await activityType(world, 'MOT') } }),
  'R-165': async (world) => ({
    query: {
      pageSize: 50,
      page: 1,
      ordering: '',
      vehicle: await world.one(
        'select vehicle_id from scheduled_activities where customer_id = $1 and fulfilled_at is null limit 1',
        [world.customer],
      ),
    },
  }),
  'R-166': listed('name'),
  'R-167': async () => ({ params: { id: 1 } }),
  'R-168': (world) => ({
    query: {
      vehicle: world.vehicle,
      fulfilled_at_date_range: '01-01-2020,01-01-2030',
      depot: 'null',
      region: 'null',
      activity_type: 'null',
      filter_latest: 'True',
      page: 1,
      pageSize: 15,
      ordering: '-activity_fulfilled_at',
      archived: 'null',
      has_pending_investigations: 'False',
    },
  }),
  'R-169': async (world) => ({
    query: {
      overwrite_task_queue: 'False',
      fulfill_scheduled_activity: 'False',
      filter_schedule_by_vehicle_type: 'False',
      scheduled_activity_type: 'null',
    },
    form: document({
      vehicle: world.vehicle,
      activity_type: 'MOT',
      status: 'Pass',
      description: 'Annual test',
      activity_fulfilled_at: `${DAY}T00:00:00Z`,
    }),
  }),
  'R-170': async (world) => ({
    query: {
      scheduled_activity_type_reference: 'SAFETY_INSPECTION',
      overwrite_task_queue: 'True',
    },
    form: document({
      vehicle: world.vehicle,
      activity_type: '',
      status: '',
      description: 'Six weeks inspection',
      activity_fulfilled_at: `${DAY}T00:00:00Z`,
      registration: await world.one<string>('select registration from vehicles where id = $1', [
        world.vehicle,
      ]),
    }),
  }),
  'R-171': async (world) => ({
    params: { id: (await investigation(world)).id },
    query: { pageSize: 5, page: 1 },
  }),
  'R-172': async (world) => ({ params: await investigation(world) }),
  'R-173': async (world) => {
    const params = await investigation(world);
    const question = await world.one(
      `select q.id from investigation_questions q join investigations i on i.template_id = q.template_id
       where i.id = $1 and q.answer_type = 'TEXT' order by q.id limit 1`,
      [params.investigationId],
    );
    const answered = await world.services.db.pool.query<{ id: number }>(
      'select id from investigation_answers where investigation_id = $1 and question_id = $2',
      [params.investigationId, question],
    );
    const which = answered.rows[0] === undefined ? { question_id: question } : answered.rows[0];
    return {
      params,
      body: {
        answers: [{ answer: 'The seal', ...which }],
        signoff_signature: '',
        status: 'PENDING',
      },
    };
  },
  'R-174': async (world) => {
    const record = await world.record('defect_records');
    return { params: { recordId: record }, body: { record_id: record } };
  },
  'R-175': async (world) => ({ params: { recordId: await world.record('inspection_records') } }),
  'RP-20': async (world) => ({
    params: { id: await world.record('vehicle_activities') },
    body: { archived: false },
  }),
  'RP-21': async (world) => ({ body: await newActivityType(world) }),
  'RP-22': async (world) => ({
    ...(await ownTypeBody(world)),
  }),
  'RP-23': (world) => ({
    body: {
      name: `Schedule ${world.next()}`,
      category: 'Service',
      interval: '6m',
      vehicle_types: ['VAN'],
    },
  }),
  'RP-24': listed('title'),
  'RP-25': async (world) => ({ body: await template(world) }),
  'RP-26': async (world) => ({
    params: { id: await newTemplate(world) },
    body: await template(world),
  }),
  'RP-27': async (world) => ({
    params: { id: world.depot },
    form: formOf(
      {
        type: 'DRV',
        vehicle: world.vehicle,
        driver: await world.record('drivers'),
        done_at: new Date().toISOString(),
        odometer: 120_000,
        items: JSON.stringify([
          { name: 'Tyres', answer: 'ok', ok: true, comment: null, photos: [] },
          { name: 'Mirrors', answer: 'defect', ok: false, comment: 'Cracked', photos: [] },
        ]),
      },
      {
        photos: [await jpeg(400, 300), 'mirror.jpg'],
        signature: [await signaturePng(), 'signature.png'],
      },
    ),
  }),
  'RP-28': async (world) => ({
    params: { id: await world.record('vehicle_damages') },
    body: { fixed_at: null },
  }),
  'RP-29': async (world) => ({
    body: {
      vehicle: await world.newVehicle(),
      off_road_at: `${DAY}T09:00:00Z`,
      reason: 'Waiting for a gearbox',
      repairer: await world.one(
        `insert into repairers (customer_id, name) values ($1, $2) returning id`,
        [world.customer, `Garage ${world.next()}`],
      ),
      expected_back: `${DAY}T18:00:00Z`,
    },
  }),
  'RP-30': async (world) => ({
    params: { id: await vorEntry(world) },
    body: { reason: 'Waiting for a gearbox', expected_back: '2030-01-01T00:00:00Z' },
  }),
  'RP-32': async () => ({
    headers: KEY,
    form: formOf({}, { photo: [await jpeg(400, 300), 'scene.jpg'] }),
  }),
};
