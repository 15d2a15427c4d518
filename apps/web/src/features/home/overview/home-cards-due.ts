import {
  Ban,
  CalendarClock,
  CalendarRange,
  CalendarSearch,
  CalendarX2,
  ClipboardX,
  CreditCard,
  Fuel,
  GraduationCap,
  Hourglass,
  IdCard,
  Landmark,
  TimerOff,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { cardsOfPart } from './home-card.ts';

const PLANNER = '/vehicle-file/planner';
/** The vehicles and their checks of one day. */
const CHECKS = '/vehiclecheck/region';

const HOURS = '/drivers-hours';
/** The infringements that wait for a debrief. */
const TO_DEBRIEF = { list: 'infringements', state: 'new' };

/** Cards of what is due, missing or undecided, the most urgent kinds first. */
export const DUE_CARDS = [
  cardsOfPart('schedules', (schedules) => [
    {
      key: 'overdue',
      icon: CalendarX2,
      count: schedules.overdue,
      tone: 'act',
      to: PLANNER,
      search: { view: 'list', due: 'overdue' },
    },
    {
      key: 'dueSoon',
      icon: CalendarClock,
      count: schedules.due_soon,
      tone: 'watch',
      to: PLANNER,
      search: { view: 'list', due: 'week' },
    },
  ]),
  cardsOfPart('vor', (vor) => [
    {
      key: 'offRoad',
      icon: Ban,
      count: vor.off_road,
      tone: 'act',
      to: '/vor-dashboard/vor',
      search: { counted: 'off_road' },
      details: [
        {
          key: 'offRoadCost',
          cost: vor.cost,
          to: '/vor-dashboard/vor',
          search: { state: 'off_road' },
        },
        {
          key: 'offRoadOver',
          count: vor.over_7_days,
          to: '/vor-dashboard/vor',
          search: { counted: 'over_7_days' },
        },
      ],
    },
  ]),
  cardsOfPart('checks', (checks) => [
    {
      key: 'missingChecks',
      icon: ClipboardX,
      count: checks.missing,
      tone: 'act',
      to: CHECKS,
      search: { fleet: 'missing' },
      details: [
        { key: 'checked', count: checks.checked, to: CHECKS, search: { fleet: 'checked' } },
        { key: 'checkVehicles', count: checks.vehicles, to: CHECKS, search: { fleet: 'all' } },
      ],
    },
  ]),
  cardsOfPart('defects', (defects) => [
    {
      key: 'dangerous',
      icon: TriangleAlert,
      count: defects.dangerous,
      tone: 'act',
      to: '/defects',
      search: { severity: 'dangerous', state: 'open' },
    },
    {
      key: 'openDefects',
      icon: Wrench,
      count: defects.open,
      tone: 'watch',
      to: '/defects',
      search: { state: 'open' },
      details: [
        { key: 'overdue', count: defects.overdue, to: '/defects', search: { overdue: 'true' } },
      ],
    },
  ]),
  cardsOfPart('tachograph', (tachograph) => [
    {
      key: 'tachograph',
      icon: CreditCard,
      count: tachograph.due,
      tone: tachograph.overdue > 0 ? 'act' : 'watch',
      to: '/tachograph',
      search: { list: 'downloads', state: 'due' },
      details: [
        {
          key: 'downloadsLate',
          count: tachograph.overdue,
          to: '/tachograph',
          search: { list: 'downloads', state: 'late' },
        },
      ],
    },
  ]),
  cardsOfPart('drivers_hours', (hours) => [
    {
      key: 'infringements',
      icon: Hourglass,
      count: hours.open,
      tone: hours.most_serious + hours.very_serious > 0 ? 'act' : 'watch',
      to: HOURS,
      search: TO_DEBRIEF,
      details: [
        {
          key: 'mostSerious',
          count: hours.most_serious,
          to: HOURS,
          search: { ...TO_DEBRIEF, severity: 'MSI' },
        },
        {
          key: 'verySerious',
          count: hours.very_serious,
          to: HOURS,
          search: { ...TO_DEBRIEF, severity: 'VSI' },
        },
      ],
    },
  ]),
  cardsOfPart('drivers_file', (driversFile) => [
    {
      key: 'driversFile',
      icon: IdCard,
      count: driversFile.due,
      tone: driversFile.overdue > 0 ? 'act' : 'watch',
      to: '/drivers-file',
      search: { state: 'due' },
      details: [
        {
          key: 'lapsed',
          count: driversFile.overdue,
          to: '/drivers-file',
          search: { state: 'lapsed' },
        },
      ],
    },
  ]),
  cardsOfPart('driver_planning', (planning) => [
    {
      key: 'planning',
      icon: CalendarRange,
      count: planning.shifts,
      tone: 'act',
      to: '/driver-planning',
      search: { list: 'shifts', level: 'attention', from: planning.today, to: planning.today },
    },
    {
      key: 'absences',
      icon: CalendarSearch,
      count: planning.requests,
      tone: 'watch',
      to: '/driver-planning',
      search: { list: 'absences', state: 'requested' },
    },
  ]),
  cardsOfPart('official_data', (official) => {
    const search = (flag: string) => ({ to: '/vehicle-file/official-data', search: { flag } });
    return [
      {
        key: 'untaxed',
        icon: Landmark,
        count: official.untaxed,
        tone: 'act',
        hasText: true,
        ...search('untaxed'),
      },
      {
        key: 'motOverdue',
        icon: Landmark,
        count: official.mot_overdue,
        tone: 'act',
        hasText: true,
        ...search('mot_overdue'),
      },
      {
        key: 'officialDifferences',
        icon: Landmark,
        count: official.differences,
        tone: 'watch',
        hasText: true,
        ...search('difference'),
      },
    ];
  }),
  cardsOfPart('unaccounted', (unaccounted) => [
    {
      key: 'unaccounted',
      icon: TimerOff,
      count: unaccounted.open,
      tone: 'watch',
      to: '/tachograph',
      search: {
        list: 'unaccounted',
        kind: 'known',
        state: 'new',
        from: unaccounted.start_date,
        to: unaccounted.end_date,
      },
    },
  ]),
  cardsOfPart('fuel_cards', (fuelCards) => [
    {
      key: 'fuelCards',
      icon: Fuel,
      count: fuelCards.open,
      tone: 'watch',
      to: '/costs',
      search: {
        list: 'fuel-cards',
        state: 'open',
        from: fuelCards.start_date,
        to: fuelCards.end_date,
      },
    },
  ]),
  cardsOfPart('coaching', (coaching) => [
    {
      key: 'coaching',
      icon: GraduationCap,
      count: coaching.due,
      tone: 'watch',
      to: '/coaching',
      search: { list: 'sessions', due: 'true' },
    },
  ]),
];
