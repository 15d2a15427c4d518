import type { AnswerOf, contract } from '@roadworthy/contract';
import type { PlaceFigures } from './figures/tiles.tsx';
import type { Region } from './place.ts';

/** What the server answers in the tests of these screens. */

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

export type ReportDetails = AnswerOf<typeof contract.vehicleCheck.details>;
