/** A list, and the table of its rows `r`. */
export interface LargeListCase {
  readonly path: string;
  readonly table: 'cost_entries' | 'work_orders' | 'couplings' | 'part_movements';
  /** Which rows of the whole list a person of one depot sees; `$depot` is the depot. */
  readonly inDepot: string;
  readonly newest: string;
  /** Each filter and sort; which rows they select, and in which sequence if not newest first. */
  readonly questions: readonly {
    readonly query: string;
    readonly where?: string;
    readonly order?: string;
    /** Read from the table, by an index for few rows. */
    readonly isOfRows?: true;
  }[];
}

const ofDepot = (column: string) =>
  `${column} in (select o.vehicle_id from vehicle_depots o where o.depot_id = $depot)`;

/** The same sort in both directions. */
const both = (name: string, order: (to: string) => string) =>
  ['', '-'].map((sign) => ({
    query: `ordering=${sign}${name}`,
    order: order(sign === '' ? 'asc' : 'desc'),
  }));

const COSTS: LargeListCase = {
  path: '/api/costs/',
  table: 'cost_entries',
  inDepot: ofDepot('r.vehicle_id'),
  newest: 'r.starts_on desc, r.id desc',
  questions: [
    { query: '' },
    ...both('starts_on', (to) => `r.starts_on ${to}, r.id ${to}`),
    ...both('amount', (to) => `r.amount ${to}, r.id ${to}`),
    { query: 'category=fuel', where: `r.category = 'fuel'` },
    {
      query: 'category=fine&ordering=-amount',
      where: `r.category = 'fine'`,
      order: 'r.amount desc, r.id desc',
    },
    { query: 'vehicle=$vehicle', where: 'r.vehicle_id = $vehicle' },
    { query: 'depot=$depot', where: ofDepot('r.vehicle_id') },
    {
      query: 'depot=$depot&ordering=amount',
      where: ofDepot('r.vehicle_id'),
      order: 'r.amount, r.id',
    },
    { query: 'from=2025-03-01', where: `r.ends_on >= '2025-03-01'` },
    {
      query: 'from=2025-01-05&ordering=starts_on',
      where: `r.ends_on >= '2025-01-05'`,
      order: 'r.starts_on, r.id',
    },
    {
      query: 'from=2025-06-01&category=lease',
      where: `r.ends_on >= '2025-06-01' and r.category = 'lease'`,
    },
    { query: 'to=2025-02-01', where: `r.starts_on <= '2025-02-01'` },
    {
      query: 'from=2025-06-01&to=2025-06-20&ordering=-amount',
      where: `r.ends_on >= '2025-06-01' and r.starts_on <= '2025-06-20'`,
      order: 'r.amount desc, r.id desc',
    },
    { query: 'search=common', where: `r.supplier = 'Common Fuel'`, isOfRows: true },
    { query: 'search=ref-0001', where: `r.reference like 'REF-0001%'`, isOfRows: true },
    { query: 'search=lv003', where: `v.registration = 'LV003'`, isOfRows: true },
    { query: 'search=nothing', where: 'false', isOfRows: true },
  ],
};

const WORK_ORDERS: LargeListCase = {
  path: '/api/work_orders/',
  table: 'work_orders',
  inDepot: ofDepot('r.vehicle_id'),
  newest: 'r.created_at desc, r.id desc',
  questions: [
    { query: '' },
    ...both('created_at', (to) => `r.created_at ${to}, r.id ${to}`),
    ...both(
      'registration',
      (to) => `v.registration ${to}, v.id ${to}, r.created_at desc, r.id desc`,
    ),
    ...both('state', (to) => `r.state ${to}, r.created_at ${to}, r.id ${to}`),
    ...both('due_on', (to) => `r.due_on ${to}, r.id ${to}`),
    ...both('repairer', (to) => `r.repairer ${to}, r.created_at ${to}, r.id ${to}`),
    ...both('total', (to) => `r.total ${to}, r.id ${to}`),
    { query: 'state=open', where: 'r.closed_at is null' },
    { query: 'state=invoiced', where: `r.state = 'invoiced'` },
    {
      query: 'state=cancelled&ordering=-total',
      where: `r.state = 'cancelled'`,
      order: 'r.total desc, r.id desc',
    },
    {
      query: 'place=internal&ordering=repairer',
      where: `r.place = 'internal'`,
      order: 'r.repairer, r.created_at, r.id',
    },
    { query: 'place=repairer', where: `r.place = 'repairer'` },
    { query: 'repairer=Repairer+3', where: `r.repairer = 'Repairer 3'` },
    {
      query: 'overdue=true',
      where: `r.closed_at is null and r.due_on < current_date and r.state <> 'done'`,
    },
    { query: 'warranty=true', where: 'r.has_warranty' },
    { query: 'vehicle=$vehicle', where: 'r.vehicle_id = $vehicle' },
    {
      query: 'depot=$depot&ordering=registration',
      where: ofDepot('r.vehicle_id'),
      order: 'v.registration, v.id, r.created_at desc, r.id desc',
    },
    {
      query: 'start_date=2025-03-01&end_date=2025-04-01&ordering=total',
      where: `r.created_at >= '2025-03-01Z' and r.created_at < '2025-04-02Z'`,
      order: 'r.total, r.id',
    },
    ...['', '-'].map((sign) => ({
      query: `start_date=2025-03-01&end_date=2025-06-01&ordering=${sign}due_on`,
      where: `r.created_at >= '2025-03-01Z' and r.created_at < '2025-06-02Z'`,
      order: sign === '' ? 'r.due_on, r.id' : 'r.due_on desc, r.id desc',
    })),
    {
      query: 'start_date=2025-06-01&ordering=due_on',
      where: `r.created_at >= '2025-06-01Z'`,
      order: 'r.due_on, r.id',
    },
    { query: 'search=repairer+2', where: `r.repairer like 'Repairer 2%'`, isOfRows: true },
    { query: 'search=lwo-0001', where: `r.reference_number like 'LWO-0001%'`, isOfRows: true },
    { query: 'search=lv003', where: `v.registration = 'LV003'`, isOfRows: true },
    {
      query: 'search=brake&ordering=registration',
      where: `r.title = 'Brake pads'`,
      order: 'v.registration, v.id, r.created_at desc, r.id desc',
      isOfRows: true,
    },
  ],
};

const COUPLINGS: LargeListCase = {
  path: '/api/couplings/',
  table: 'couplings',
  inDepot: `${ofDepot('r.vehicle_id')} and ${ofDepot('r.trailer_id')}`,
  newest: 'r.coupled_at desc, r.id desc',
  questions: [
    { query: '' },
    ...both('coupled_at', (to) => `r.coupled_at ${to}, r.id ${to}`),
    ...both('uncoupled_at', (to) => `r.uncoupled_at ${to}, r.id ${to}`),
    ...both('vehicle', (to) => `v.registration ${to}, r.id ${to}`),
    ...both('trailer', (to) => `w.registration ${to}, r.id ${to}`),
    { query: 'state=open', where: 'r.uncoupled_at is null' },
    { query: 'state=ended', where: 'r.uncoupled_at is not null' },
    { query: 'source=place', where: `r.source = 'place'` },
    {
      query: 'source=driver&ordering=vehicle',
      where: `r.source = 'driver'`,
      order: 'v.registration, r.id',
    },
    { query: 'vehicle=$vehicle', where: 'r.vehicle_id = $vehicle' },
    { query: 'trailer=$trailer', where: 'r.trailer_id = $trailer' },
    { query: 'asset=$trailer', where: '$trailer in (r.vehicle_id, r.trailer_id)' },
    {
      query: 'depot=$depot',
      where: `(${ofDepot('r.vehicle_id')} or ${ofDepot('r.trailer_id')})`,
    },
    {
      query: 'depot=$depot&from=2025-04-01&to=2025-04-30',
      where: `(${ofDepot('r.vehicle_id')} or ${ofDepot('r.trailer_id')})
        and coalesce(r.uncoupled_at, 'infinity') >= '2025-04-01Z' and r.coupled_at < '2025-05-01Z'`,
    },
    {
      query: 'from=2025-01-02&ordering=coupled_at',
      where: `coalesce(r.uncoupled_at, 'infinity') >= '2025-01-02Z'`,
      order: 'r.coupled_at, r.id',
    },
    { query: 'to=2025-01-03', where: `r.coupled_at < '2025-01-04Z'` },
    { query: 'search=lv003', where: `v.registration = 'LV003'` },
    { query: 'search=lt0', where: `w.registration like 'LT0%'` },
    { query: 'search=cara', where: 'r.driver_id is not null' },
    { query: 'search=nothing', where: 'false', isOfRows: true },
  ],
};

const PART_MOVEMENTS: LargeListCase = {
  path: '/api/part_movements/',
  table: 'part_movements',
  inDepot: 'r.store_id in (select s.id from part_stores s where s.depot_id = $depot)',
  newest: 'r.created_at desc, r.id desc',
  questions: [
    { query: '' },
    { query: 'ordering=created_at', order: 'r.created_at, r.id' },
    { query: 'kind=issue', where: `r.kind = 'issue'` },
    { query: 'kind=count', where: `r.kind = 'count'` },
    { query: 'part=$part', where: 'r.part_id = $part' },
    { query: 'part=$part&kind=receipt', where: `r.part_id = $part and r.kind = 'receipt'` },
    { query: 'store=$store', where: 'r.store_id = $store' },
    { query: 'depot=$depot', where: 'r.store_id = $store' },
    {
      query: 'start_date=2025-03-01&end_date=2025-04-01',
      where: `r.created_at >= '2025-03-01Z' and r.created_at < '2025-04-02Z'`,
    },
    {
      query: 'search=lp-01',
      where: `r.part_id in (select p.id from parts p where p.number like 'LP-01%')`,
    },
    { query: 'search=nothing', where: 'false', isOfRows: true },
  ],
};

/** The lists of a million rows that are read from indexes only. */
export const LARGE_LISTS: readonly LargeListCase[] = [
  COSTS,
  WORK_ORDERS,
  COUPLINGS,
  PART_MOVEMENTS,
];
