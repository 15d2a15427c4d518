/** A list and the ways it is asked for; another answer each time. */
export interface MeasuredList {
  readonly name: string;
  /** Rows of this kind make it. */
  readonly rows: 'trackers' | 'users' | 'audit entries' | 'alerts' | 'deliveries' | 'VOR entries';
  readonly path: string;
  readonly questions: readonly ((round: number) => string)[];
}

const page = (n: number) => `page=${n + 1}`;

/** Each order, forwards and backwards. */
const orders = (names: readonly string[]) =>
  names.flatMap((name) => [
    (n: number) => `ordering=${name}&page=${n + 1}`,
    (n: number) => `ordering=-${name}&page=${n + 1}`,
  ]);

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** A month that ended so many days ago. */
const range = (ago: number) => `start_date=${day(ago + 30)}&end_date=${day(ago)}`;

/** Words that find some, many and nothing. */
const words = (many: string) => [
  (n: number) => `search=${(n + 4096).toString(16)}b`,
  () => `search=${many}`,
  (n: number) => `search=no+such+${n}`,
];

/** Every way that pages of VOR entries are asked for. */
const VOR_QUESTIONS: MeasuredList['questions'] = [
  page,
  (n) => `page=${100 + n}`,
  ...orders(['off_road_at', 'registration', 'reason', 'repairer', 'expected_back']),
  ...orders(['returned_at', 'cost_per_day']),
  (n) => `state=off_road&page=${n + 1}`,
  (n) => `state=off_road&ordering=-cost_per_day&page=${n + 1}`,
  (n) => `state=off_road&ordering=registration&page=${n + 1}`,
  (n) => `state=returned&page=${n + 1}`,
  (n) => `state=returned&reason=accident&ordering=-repairer&page=${n + 1}`,
  (n) => `reason=test_failed&page=${n + 1}`,
  (n) => `repairer=Repairer+${n}`,
  (n) => range(30 + n),
  (n) => `${range(400 + n)}&state=returned`,
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&state=off_road&page=${n + 1}`,
  (n) => `vehicle=${500 * (n + 1)}`,
  ...words('brake'),
  (n) => `search=Repairer+${n + 10}`,
];

/** The lists that other benchmarks leave out. */
export const LISTS: readonly MeasuredList[] = [
  {
    name: 'trackers',
    rows: 'trackers',
    path: '/api/administration/trackers_list/',
    questions: [
      page,
      (n) => `page=${100 + n}`,
      ...orders(['tracker', 'model', 'protocol']),
      ...words('fmc130'),
      (n) => `search=12${n}`,
    ],
  },
  {
    name: 'trackers by last report',
    rows: 'trackers',
    path: '/api/administration/trackers_list/',
    questions: orders(['last_seen']),
  },
  {
    name: 'users',
    rows: 'users',
    path: '/api/administration/users/',
    questions: [
      page,
      (n) => `page=${100 + n}`,
      ...orders(['last_name', 'first_name', 'username', 'email', 'permission', 'last_login']),
      (n) => `permission=DRIVER&page=${n + 1}`,
      (n) => `is_active=false&page=${n + 1}`,
      (n) => `is_locked=true&page=${n + 1}`,
      (n) => `archived=true&page=${n + 1}`,
      (n) => `search=${(n + 16).toString(16)}`,
      ...words('bench.test'),
    ],
  },
  {
    name: 'audit entries',
    rows: 'audit entries',
    path: '/api/administration/audit/',
    questions: [
      page,
      (n) => `page=${100 + n}`,
      ...orders(['at']),
      (n) => `kind=vehicle&page=${n + 1}`,
      (n) => `kind=vehicle&subject=${1 + n * 1000}`,
      (n) => `action=changed&page=${n + 1}`,
      ...words('Morgan'),
    ],
  },
  {
    name: 'alerts',
    rows: 'alerts',
    path: '/api/alerts/',
    questions: [
      page,
      (n) => `page=${100 + n}`,
      ...orders(['timestamp']),
      (n) => `unread=true&page=${n + 1}`,
    ],
  },
  {
    name: 'deliveries',
    rows: 'deliveries',
    path: '/api/report_notification_deliveries/',
    questions: [
      page,
      (n) => `page=${100 + n}`,
      ...orders(['created_at', 'email']),
      (n) => `state=failed&page=${n + 1}`,
      (n) => `notification_type=vehicle_std_emails&page=${n + 1}`,
      ...words('bench.test'),
    ],
  },
  {
    name: 'VOR entries',
    rows: 'VOR entries',
    path: '/api/vor_list/',
    // As the screen asks: the figures once, and pages without them.
    questions: VOR_QUESTIONS.map((question) => (n) => `totals=false&${question(n)}`),
  },
  {
    name: 'VOR entries, their figures',
    rows: 'VOR entries',
    path: '/api/vor_figures/',
    questions: [() => '', (n) => `depot=${1 + (n % 2)}`],
  },
];
