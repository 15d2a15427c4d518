import type { Damage, ReportRow, Survey } from './depot/list-kind.ts';
import type { PlaceFigures } from './figures/vehicle-check-figures-tiles.tsx';
import type { Report } from './report/vehicle-check-report.ts';
import type { Region } from './vehicle-check-place.ts';

/** Server responses for the tests of these screens. */

export const REGIONS: readonly Region[] = [
  {
    id: 3,
    name: 'North',
    permission: null,
    vehicle_groups: [
      { id: 11, name: 'Leeds' },
      { id: 12, name: 'York' },
    ],
  },
  { id: 4, name: 'Back office', permission: 'admin', vehicle_groups: [] },
  { id: 5, name: 'South', permission: null, vehicle_groups: [{ id: 21, name: 'Dover' }] },
];

export const figuresOf = (id: number, name: string): PlaceFigures => ({
  id,
  name,
  vehicles: 8,
  checked_today: 5,
  missing_checks: 2,
  off_road: 1,
  start_date: '2026-11-20',
  end_date: '2026-11-21',
  due: 16,
  done: 12,
  done_rate: 0.75,
  nil_defect_rate: 0.9,
  short_checks: 3,
  defects_open: 4,
  defects_overdue: 1,
  open_damages: 6,
  trend: [
    { day: '2026-11-20', due: 8, done: 7, checks: 7, nil: 6, short: 1 },
    { day: '2026-11-21', due: 8, done: 5, checks: 5, nil: 5, short: 2 },
  ],
  reports: { STD: 20, AUD: 2, HND: 3, DRV: 40, GTC: 5 },
});

const VAN = { id: 7, registration: 'AB12 CDE', type: 'VAN' } as const;

export const reportRow = (values: Partial<ReportRow> = {}): ReportRow => ({
  id: 31,
  type: 'STD',
  reference_number: 'STD-31',
  date: '2026-11-20T08:05:00Z',
  vehicle: VAN,
  driver: 'Mia Hill',
  odometer: 16_093_440,
  result: 'fail',
  defects: 1,
  duration: 41,
  is_short: true,
  ...values,
});

export const damageOf = (values: Partial<Damage> = {}): Damage => ({
  id: 51,
  vehicle: VAN,
  reported_at: '2026-11-12T08:00:00Z',
  reported_by: 'Mia Hill',
  part: 'left',
  description: 'Dent behind the door',
  severity: 'major',
  photos: ['/api/files/8/'],
  fixed_at: null,
  fixed_by: null,
  report: 31,
  ...values,
});

export const reportOf = (values: Partial<Report> = {}): Report => ({
  ...reportRow(),
  depot: { id: 11, name: 'Leeds' },
  place: 'Yard 2',
  takes_off_road: true,
  items: [
    {
      section: 'Outside',
      name: 'Tyres and wheel fixing',
      answer: 'defect',
      ok: false,
      severity: 'major',
      comment: 'Nearside rear below the limit',
      photos: ['/api/files/5/', '/api/files/6/'],
    },
    {
      section: 'In the cab',
      name: 'Horn',
      answer: 'ok',
      ok: true,
      severity: null,
      comment: null,
      photos: [],
    },
  ],
  photos: ['/api/files/5/', '/api/files/6/', '/api/files/7/'],
  signature: '/api/files/9/',
  signed_name: 'Mia Hill',
  declaration: 'Checked as trained',
  defect: 77,
  damages: [],
  ...values,
});

export const surveyOf = (values: Partial<Survey> = {}): Survey => ({
  id: 61,
  reference_number: 'SRV-61',
  date: '2026-11-18T09:00:00Z',
  depot: { id: 11, name: 'Leeds' },
  vehicle: null,
  auditor: 'Olu Adeyemi',
  score: 50,
  items: [
    { question: 'Keys are locked away', answer: 'In order', ok: true, comment: null },
    { question: 'Yard is safe', answer: 'Not in order', ok: false, comment: 'Gate is broken' },
  ],
  note: '',
  ...values,
});
