/** A list and the ways it is asked for; another answer each time. */
export interface MeasuredList {
  readonly name: string;
  /** Rows of this kind make it. */
  readonly rows: 'trackers' | 'users' | 'audit entries' | 'alerts' | 'deliveries';
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

/** Words that find some, many and nothing. */
const words = (many: string) => [
  (n: number) => `search=${(n + 4096).toString(16)}b`,
  () => `search=${many}`,
  (n: number) => `search=no+such+${n}`,
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
];
