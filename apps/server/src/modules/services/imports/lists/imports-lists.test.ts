import { contract, IMPORT_MAX_ROWS } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { zipOf } from '../../../../../test/zip-of.ts';
import type { ImportKindName } from './imports-lists-kind.ts';

let api: TestApi;
let fleet: TrackedFleet;

const sql = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await sql(
    `insert into catalogue_entries (customer_id, kind, name)
     values ($1, 'manufacturer', 'Ford'), ($1, 'driver_category', 'Nights'),
       ($2, 'manufacturer', 'Tesla'), ($2, 'driver_category', 'Foreign category')`,
    [fleet.home.customerId, fleet.away.customerId],
  );
});
afterAll(() => api.close());

interface Sent {
  readonly as?: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends a file as the screen does. */
async function send(
  kind: ImportKindName,
  content: string | Buffer,
  sent: Sent = {},
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { as = fleet.people.admin, fields = {} } = sent;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'list.csv');
  const path = contract.imports.send.path.replace('{kind}', kind);
  const answer = await fetch(`${api.url}${path}`, {
    method: 'PUT',
    body: form,
    headers: { authorization: `Bearer ${await api.token(as)}` },
  });
  return { status: answer.status, body: await answer.json() };
}

/** Counts of created, changed and unchanged records of a valid file. */
async function written(kind: ImportKindName, content: string | Buffer, sent: Sent = {}) {
  const { status, body } = await send(kind, content, sent);
  expect([status, body.written], JSON.stringify(body)).toEqual([200, true]);
  return [body.created, body.changed, body.unchanged];
}

/** The errors of invalid rows, with their columns; expects that nothing was written. */
async function rowErrors(kind: ImportKindName, content: string, sent: Sent = {}) {
  const { status, body } = await send(kind, content, sent);
  expect([status, body.written], JSON.stringify(body)).toEqual([200, false]);
  return body.rows.flatMap((one: { row: number; faults: Record<string, string[]> }) =>
    Object.entries(one.faults).map(([column, texts]) => `${one.row} ${column}: ${texts.join(' ')}`),
  );
}

const EXPORTS: Readonly<Record<ImportKindName, string>> = {
  driver: '/api/administration/drivers/export/?',
  tracker: '/api/administration/trackers_export/?',
  depot: '/api/administration/vehicles_groups/export/?is_region=false&',
  region: '/api/administration/vehicles_groups/export/?is_region=true&',
  activity_type: '/api/administration/lists/activity_type/export/?',
  schedule_type: '/api/administration/lists/schedule_type/export/?',
  repairer: '/api/administration/lists/repairer/export/?',
  cost: '/api/costs/export/?',
  cost_budget: '/api/cost_budgets/export/?year=2026&',
  part: '/api/parts/export/?',
  geofence_category: '/api/administration/lists/geofence_category/export/?',
  manufacturer: '/api/administration/vehicle_lists/manufacturer/export/?',
  model: '/api/administration/vehicle_lists/model/export/?',
  livery: '/api/administration/vehicle_lists/livery/export/?',
  contract_type: '/api/administration/vehicle_lists/contract_type/export/?',
  lease_company: '/api/administration/vehicle_lists/lease_company/export/?',
  driver_category: '/api/administration/vehicle_lists/driver_category/export/?',
};

async function exported(kind: ImportKindName, format: 'csv' | 'xlsx', as: number): Promise<Buffer> {
  const answer = await fetch(`${api.url}${EXPORTS[kind]}format=${format}`, {
    headers: { authorization: `Bearer ${await api.token(as)}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const audited = async (kind: string, name: string) =>
  (
    await sql(
      'select action from audit_entries where subject_kind = $1 and subject_name = $2 order by id',
      [kind, name],
    )
  ).map(({ action }) => action);

/** Files of each kind: one that creates two records, and one that changes the first of them. */
const FILES: readonly (readonly [ImportKindName, string, string, string])[] = [
  [
    'driver',
    [
      'Surname;First name;Category;Vehicle;E-mail;Telephone;iButton;Licence number;Licence categories;Licence expires;CPC card',
      'Doe;Jane;nights;z1fff;jane@home.test;+44 1604 1;TAG-1;DOE 1;b c1;31/05/2030;CPC1',
      'Doe;Jane;;;;;;DOE 2;;2031-01-02;',
    ].join('\n'),
    'Apelido,Nome próprio,Número da carta,Telefone\nDoe-Smith,Jane,doe 1,0800 1',
    'Jane Doe-Smith',
  ],
  [
    'tracker',
    'Tracker,Vehicle,Model,Protocol,SIM\n350000000000901,S1 CCC,FMB920,Teltonika,8944\n350000000000902,,,JT/T 808,',
    'IMEI,Vehicle\n350000000000901,z1 fff',
    '350000000000901',
  ],
  [
    'region',
    'Region,Depots\nNorthern,\nSouthern,"South"',
    'Região;Bases\nnorthern;South',
    'northern',
  ],
  [
    'depot',
    'Depot,Region,Address line 1,Town\n"Quay, east",Northern,1 Quay,Hull\nYard,,,',
    'Depot,Town\n"quay, east",Goole',
    'quay, east',
  ],
  [
    'schedule_type',
    'Name,Category,Interval,Planning window,Vehicle types\nTail lift,LOLER,6m,2w,Van truck\nCrane,LOLER,1y,,',
    'Nome,Intervalo\nTail lift,1y',
    'Tail lift',
  ],
  [
    'activity_type',
    'Name,Code,Schedule type,Vehicle types\nTail lift test,,Tail lift,VAN STR\nCrane test,CRANE,,',
    'Name,Code,Schedule type\nTail lift check,TAIL_LIFT_TEST,Crane',
    'Tail lift check',
  ],
  [
    'repairer',
    'Name,E-mail,Telephone\nA1 Repairs,a1@repairs.test,0800 1\n=1+1,,+44 1',
    'name,email\na1 repairs,new@repairs.test',
    'a1 repairs',
  ],
  [
    'cost',
    [
      'Vehicle,Category,Start,End,Amount,Litres,Supplier,Reference number',
      'N1 AAA,Fuel,2026-03-10,,"1,120.50",80.5,Moto,T-1',
      'S1 CCC,Insurance,2026-02-01,2026-04-30,890,,Harbour,P-9',
    ].join('\n'),
    'Matrícula;Data;Montante;Categoria;Fornecedor;Número de referência\nn1aaa;10/03/2026;1.100,00;Combustível;moto;t-1',
    'N1 AAA',
  ],
  [
    'cost_budget',
    [
      'Year,Depot,Vehicle type,Category,January,December',
      '2026,Home depot,,Fuel,"1,000.50",900',
      '2026,,Van,Tyres,100,',
    ].join('\n'),
    'Ano;Base;Categoria;Janeiro;Dezembro\n2026;home depot;Combustível;1.200,00;-',
    'Home depot, 2026',
  ],
  [
    'part',
    [
      'Part number,Name,Category,Unit,Barcode,Supplier,Supplier number,Price,Reorder level,Warranty',
      'BP-100,Brake pads front,Brakes,Set,5012345678900,Hill Parts,HP-9,"41.0550",4,24',
      'OIL-5W30,Engine oil 5W-30,Oils and fluids,Litre,,Hill Parts,,6.2,60.5,',
    ].join('\n'),
    'Referência da peça;Nome;Categoria;Unidade;Preço\nbp-100;Brake pads front;Travões;Conjunto;43,5',
    'bp-100 Brake pads front',
  ],
  [
    'geofence_category',
    'Name,Colour\nPorts,#112233\nDepots,#445566',
    'Nome,Cor\nPorts,#AABBCC',
    'Ports',
  ],
  ['manufacturer', 'Name\nDAF\nScania', 'Name\nDaf', 'Daf'],
  [
    'model',
    'Manufacturer,Model,Vehicle type\nFord,Transit,Van\nDAF,XF,HGV',
    'Make,Model,Type\nford,Transit,Car',
    'Transit',
  ],
  ['livery', 'Name\nRed\nGreen', 'Nome\nRED', 'RED'],
  ['contract_type', 'Name\nLease\nRent', 'Nome\nLEASE', 'LEASE'],
  ['lease_company', 'Name\nLex\nArval', 'Nome\nLEX', 'LEX'],
  ['driver_category', 'Name\nDays\nAgency', 'Nome\nDAYS', 'DAYS'],
];

describe('a file of a list', () => {
  it.each(FILES)(
    '[O-P02] creates and changes records of the kind %s, as its form would',
    async (kind, making, changing, name) => {
      const check = await send(kind, making, { fields: { verifyUpload: 'true' } });
      expect(check.body, JSON.stringify(check.body)).toMatchObject({
        written: false,
        created: 2,
        wrong: 0,
      });
      // The check ran the same code, and left nothing behind.
      expect(await written(kind, making)).toEqual([2, 0, 0]);
      expect(await written(kind, changing)).toEqual([0, 1, 0]);
      expect(await written(kind, changing)).toEqual([0, 0, 1]);
      expect(await audited(kind, name)).toContain('changed');
    },
  );

  it('[O-P02] [O-20] sets the same values of a driver as the form', async () => {
    const [jane] = await sql(
      `select d.first_name, d.surname, d.phone, d.tag_number, d.licence_categories,
         d.licence_expires_on::text as expires, d.cpc_card_number, k.name as category,
         (select registration from vehicles v where v.driver_id = d.id) as vehicle
       from drivers d left join catalogue_entries k on k.id = d.category_id
       where d.licence_number = 'doe 1'`,
    );
    expect(jane).toEqual({
      first_name: 'Jane',
      surname: 'Doe-Smith',
      phone: '0800 1',
      tag_number: 'TAG-1',
      licence_categories: ['B', 'C1'],
      expires: '2030-05-31',
      cpc_card_number: 'CPC1',
      category: 'Nights',
      vehicle: 'Z1 FFF',
    });
  });

  it.each(FILES)(
    '[O-P02] [O-23] of the kind %s changes nothing if an export is imported again',
    async (kind) => {
      const { admin, northAdmin } = fleet.people;
      await sql(`update users set date_format = 'MM/DD/YY' where id = $1`, [northAdmin]);
      for (const [format, as] of [
        // XLSX is read by a separate process: test a kind with dates, and one with long numbers.
        [kind === 'driver' || kind === 'tracker' ? 'xlsx' : 'csv', admin],
        ['csv', northAdmin],
      ] as const) {
        const file = await exported(kind, format, as);
        const { body } = await send(kind, file, { as });
        expect([body.created, body.changed, body.wrong], JSON.stringify(body)).toEqual([0, 0, 0]);
        expect(body.written).toBe(true);
      }
    },
  );
});

describe('a file with a wrong row', () => {
  it('[O-P02] [O-21] publishes nothing for a check that was rolled back, and everything that is written', async () => {
    const published: (number | null)[] = [];
    const end = api.services.bus.subscribe('trackers.changed', ({ trackerId }) => {
      published.push(trackerId);
    });
    const file = 'Tracker,Protocol\nTOLD-1,osmand';
    await send('tracker', file, { fields: { verifyUpload: 'true' } });
    await send('tracker', `${file}\nTOLD-2,morse`);
    expect(published).toEqual([]);
    await written('tracker', file);
    const [{ id }] = await sql(`select id from trackers where number = 'TOLD-1'`);
    await expect.poll(() => published, { timeout: 20_000 }).toEqual([id]);
    end();
  });

  it('[O-P02] writes nothing, and reports the errors of each row by column', async () => {
    const before = await sql('select count(*)::int as count from drivers');
    const file = [
      'Surname,First name,E-mail,Licence number,Licence expires,Vehicle,Category,RFID card',
      'Right,Row,right@home.test,R 1,,,,',
      ',Nobody,,,,,,',
      'Wrong,Mail,no-mail,W 1,,,,',
      'Wrong,Date,,W 2,31/31/2030,,,',
      'Wrong,Names,,W 3,,NOT THERE,Not a category,',
      'Twice,Row,,R 1,,,,',
      'Wrong,Number,,1.2E+14,,,,',
      'First,Holder,,H 1,,,,RF-1',
      'Second,Holder,,H 2,,,,rf-1',
    ].join('\n');
    expect(await rowErrors('driver', file)).toEqual([
      '3 Surname: “Surname” is missing.',
      '4 E-mail: “no-mail” is not an e-mail address.',
      '5 Licence expires: “31/31/2030” is not a date: enter it as 2030-05-31 or 31/05/30.',
      '6 Category: “Not a category” cannot be chosen.',
      '6 Vehicle: You have no vehicle “NOT THERE”.',
      '7 non_field_errors: The same record is already in row 2.',
      '8 Licence number: “1.2E+14” was shortened by a spreadsheet: format the column as text.',
      '10 RFID card: Another driver has this number, or it is in two columns.',
    ]);
    expect(await sql('select count(*)::int as count from drivers')).toEqual(before);
    expect(await audited('driver', 'Row Right')).toEqual([]);
  });

  it('[O-P02] [A-06] reports errors in the language of its reader', async () => {
    const reader = { role: 'ADMIN', language: 'pt' } as const;
    const as = await makeUser(api.services.db, fleet.home.customerId, 'pt@home.test', reader, []);
    expect(await rowErrors('geofence_category', 'Nome,Cor\nX,blue', { as })).toEqual([
      '2 Cor: “blue” não é uma cor: escreva-a como #336699.',
    ]);
    const template = await api.ask('/api/catalogue_imports/geofence_category/template/', { as });
    expect(template.body).toBe('Nome,Cor\r\n');
  });

  it('[O-P02] [U-P03] refuses lists whose records the administrator may not write', async () => {
    const { customerId } = fleet.home;
    const as = await makeUser(api.services.db, customerId, 'nc@home.test', { role: 'ADMIN' }, []);
    for (const kind of ['cost', 'cost_budget', 'part'] as const) {
      const { status, body } = await send(kind, 'Name\nX', { as });
      expect([kind, status, body.code]).toEqual([kind, 403, 'access.denied']);
    }
    expect((await send('livery', 'Name\nGreen', { as })).status).toBe(200);
  });

  it('[O-P02] refuses changes of archived, built-in and ambiguous records', async () => {
    await written('livery', 'Name\nFaded');
    await sql(`update catalogue_entries set archived_at = now() where name = 'Faded'`);
    expect(await rowErrors('livery', 'Name\nfaded')).toEqual([
      '2 non_field_errors: A matching record is archived. Restore it first.',
    ]);
    expect(await rowErrors('activity_type', 'Name,Code\nMy own,MOT')).toEqual([
      '2 non_field_errors: Built-in entries cannot be changed.',
    ]);
    expect(await rowErrors('schedule_type', 'Name,Category\nMOT,Other')).toEqual([
      '2 Name: For built-in types, only the interval and planning window can be changed.',
    ]);
    expect(await written('schedule_type', 'Name,Interval\nMOT,6m')).toEqual([0, 1, 0]);
    await written('driver', 'Surname,First name,Licence number\nTwin,Tim,T 1\nTwin,Tim,T 2');
    expect(await rowErrors('driver', 'Surname,First name,Telephone\nTwin,Tim,1')).toEqual([
      '2 non_field_errors: Several records match this row. Add a value that distinguishes them.',
    ]);
  });
});

describe('the person who imports a file', () => {
  it('[O-P02] [U-P03] finds no name of another customer, nor of a sibling depot', async () => {
    const { admin, northAdmin } = fleet.people;
    const driver = 'Surname,First name,Vehicle,Category\nSpy,A,F1 GGG,Foreign category';
    expect(await rowErrors('driver', driver, { as: admin })).toHaveLength(2);
    expect(await rowErrors('model', 'Make,Model,Type\nTesla,S,Car')).toEqual([
      '2 Make: “Tesla” cannot be chosen.',
    ]);
    expect(await rowErrors('region', 'Region,Depots\nSpies,Away depot')).toHaveLength(1);
    const { f1, s2 } = fleet.vehicles;
    for (const { number, as } of [
      { number: f1.number, as: admin },
      { number: s2.number, as: northAdmin },
    ]) {
      expect(await rowErrors('tracker', `Tracker,Protocol\n${number},gt06`, { as })).toEqual([
        '2 Tracker: A device with this number is registered already.',
      ]);
    }
    expect(await rowErrors('tracker', 'Tracker,Vehicle\nSPY-1,S2 50%', { as: northAdmin })).toEqual(
      ['2 Vehicle: You have no vehicle “S2 50%”.'],
    );
    expect(await rowErrors('driver', 'Surname,First name\nNew,One', { as: northAdmin })).toEqual([
      '2 Vehicle: Give a vehicle of your depots.',
    ]);
    expect(await rowErrors('depot', 'Depot\nAnother', { as: northAdmin })).toEqual([
      '2 non_field_errors: Only an administrator of all depots can do this.',
    ]);
  });

  it('[O-P02] [O-P07] names the customer if the person belongs to none', async () => {
    const { global, admin } = fleet.people;
    const file = 'Name,Category,Interval\nForeign type,Own,1y';
    expect((await send('schedule_type', file, { as: global })).body.errors).toEqual({
      customer: ['Choose a customer'],
    });
    const customer = String(fleet.away.customerId);
    expect(await written('schedule_type', file, { as: global, fields: { customer } })).toEqual([
      1, 0, 0,
    ]);
    const [type] = await sql(`select customer_id from schedule_types where name = 'Foreign type'`);
    expect(type).toEqual({ customer_id: fleet.away.customerId });
    const refused = await send('schedule_type', file, { as: admin, fields: { customer } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['customer']]);
    expect((await send('livery', 'Name\nX', { as: fleet.people.manager })).status).toBe(403);
  });
});

describe('an invalid file', () => {
  const refusal = async (content: string | Buffer) => {
    const { status, body } = await send('livery', content);
    return [status, body.errors?.file?.[0]];
  };

  it('[O-P02] [Q-P01] is refused with a reason: encoding, rows, columns, spreadsheet bombs', async () => {
    const broken = Buffer.concat([Buffer.from('\uFEFFName\nAB'), Buffer.from([0xff])]);
    expect(await refusal(broken)).toEqual([400, expect.stringContaining('is not valid utf-8')]);
    const many = `Name\n${Array.from({ length: IMPORT_MAX_ROWS + 1 }, (_, n) => `L${n}`).join('\n')}`;
    expect(await refusal(many)).toEqual([400, expect.stringContaining('2000 rows at most')]);
    expect(await refusal('Title\nRed')).toEqual([400, expect.stringContaining('heading “Name”')]);
    expect(await refusal('Name\n')).toEqual([400, expect.stringContaining('no rows')]);
    const bomb = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(480 * 2 ** 20));
    expect(await refusal(bomb)).toEqual([400, expect.stringContaining('too large when unpacked')]);
  });

  it('[O-P02] is read as Windows-1252 if it is, and columns without a field are reported', async () => {
    const { body } = await send('livery', Buffer.from('Name;Remark\nS\xe3o Jo\xe3o;x', 'latin1'));
    expect(body).toMatchObject({ created: 1, ignored: ['Remark'] });
    expect(await sql(`select name from catalogue_entries where name like 'S_o%'`)).toEqual([
      { name: 'São João' },
    ]);
  });

  it('[O-P02] [R-P05] keeps a formula as text, and exports it as text', async () => {
    expect(await written('repairer', "Name\n'=1+1\n=2+2")).toEqual([1, 0, 1]);
    const { admin } = fleet.people;
    expect((await exported('repairer', 'csv', admin)).toString()).toContain("'=2+2");
  });
});
