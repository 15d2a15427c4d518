import type { AnswerOf, contract } from '@roadworthy/contract';
import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  Bell,
  CalendarClock,
  CalendarRange,
  CalendarSearch,
  CalendarX2,
  CameraOff,
  ClipboardX,
  CreditCard,
  Disc3,
  Fuel,
  GraduationCap,
  IdCard,
  Landmark,
  LifeBuoy,
  Megaphone,
  PackageMinus,
  RadioTower,
  SearchCheck,
  ShieldAlert,
  TimerOff,
  TriangleAlert,
  Wrench,
} from 'lucide-react';

export type Overview = AnswerOf<typeof contract.home.overview>;

/** `act` needs action now, `watch` soon. A figure of zero is calm, whatever its card. */
export type CardTone = 'act' | 'watch';

/** A figure that leads to its list. */
export interface HomeCard {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly count: number;
  readonly tone: CardTone;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Values of the text below the figure, if the card has one. */
  readonly detail?: Readonly<Record<string, number>>;
}

const PLANNER = '/vehicle-file/planner';

/**
 * The cards of an overview, the most urgent kinds first. Parts that the person may not open have none.
 */
export function cardsOf({
  alerts,
  cameras,
  brake_tests: brakes,
  checks,
  defects,
  events,
  faults,
  investigations,
  parts,
  schedules,
  tachograph,
  drivers_file: driversFile,
  driver_planning: planning,
  official_data: official,
  tyres,
  recalls,
  unaccounted,
  coaching,
  fuel_cards: fuelCards,
  vehicles,
  vor,
}: Overview): HomeCard[] {
  const cards: HomeCard[] = [];
  if (schedules !== null) {
    cards.push(
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
    );
  }
  if (vor !== null) {
    cards.push({
      key: 'offRoad',
      icon: Ban,
      count: vor.off_road,
      tone: 'act',
      to: '/vor-dashboard/vor',
      search: { state: 'off_road' },
      detail: { cost: vor.cost, over: vor.over_7_days },
    });
  }
  if (checks !== null) {
    cards.push({
      key: 'missingChecks',
      icon: ClipboardX,
      count: checks.missing,
      tone: 'act',
      to: '/vehiclecheck/region',
      detail: { checked: checks.checked, vehicles: checks.vehicles },
    });
  }
  if (defects !== null) {
    cards.push(
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
        detail: { overdue: defects.overdue },
      },
    );
  }
  if (tachograph !== null) {
    cards.push({
      key: 'tachograph',
      icon: CreditCard,
      count: tachograph.due,
      tone: tachograph.overdue > 0 ? 'act' : 'watch',
      to: '/tachograph',
      search: { list: 'downloads', state: 'due' },
      detail: { overdue: tachograph.overdue },
    });
  }
  if (driversFile !== null) {
    cards.push({
      key: 'driversFile',
      icon: IdCard,
      count: driversFile.due,
      tone: driversFile.overdue > 0 ? 'act' : 'watch',
      to: '/drivers-file',
      search: { state: 'due' },
      detail: { overdue: driversFile.overdue },
    });
  }
  if (planning !== null) {
    cards.push(
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
    );
  }
  if (official !== null) {
    const search = (flag: string) => ({ to: '/vehicle-file/official-data', search: { flag } });
    cards.push(
      {
        key: 'untaxed',
        icon: Landmark,
        count: official.untaxed,
        tone: 'act',
        ...search('untaxed'),
      },
      {
        key: 'motOverdue',
        icon: Landmark,
        count: official.mot_overdue,
        tone: 'act',
        ...search('mot_overdue'),
      },
      {
        key: 'officialDifferences',
        icon: Landmark,
        count: official.differences,
        tone: 'watch',
        ...search('difference'),
      },
    );
  }
  if (unaccounted !== null) {
    cards.push({
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
    });
  }
  if (fuelCards !== null) {
    cards.push({
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
    });
  }
  if (coaching !== null) {
    cards.push({
      key: 'coaching',
      icon: GraduationCap,
      count: coaching.due,
      tone: 'watch',
      to: '/coaching',
      search: { list: 'sessions', due: 'true' },
    });
  }
  if (brakes !== null) {
    cards.push({
      key: 'brakeTests',
      icon: Disc3,
      count: brakes.overdue,
      tone: 'act',
      to: '/inspections',
      search: { list: 'brakes', state: 'overdue' },
    });
  }
  if (parts !== null) {
    cards.push({
      key: 'parts',
      icon: PackageMinus,
      count: parts.short,
      tone: 'watch',
      to: '/parts',
      search: { short: 'true' },
    });
  }
  if (tyres !== null) {
    cards.push({
      key: 'tyresNow',
      icon: LifeBuoy,
      count: tyres.now,
      tone: 'act',
      to: '/tyres',
      search: { due: tyres.now === 0 ? 'soon' : 'now' },
      detail: { soon: tyres.soon },
    });
  }
  if (faults !== null) {
    cards.push({
      key: 'faults',
      icon: TriangleAlert,
      count: faults.open,
      tone: 'watch',
      to: '/faults',
      search: { state: 'open' },
    });
  }
  if (recalls !== null) {
    cards.push({
      key: 'recalls',
      icon: Megaphone,
      count: recalls.overdue,
      tone: 'act',
      to: '/work-orders/campaigns',
      search: { safety: 'true', state: recalls.overdue === 0 ? 'unfinished' : 'overdue' },
      detail: { open: recalls.open },
    });
  }
  if (investigations !== null) {
    cards.push({
      key: 'investigations',
      icon: SearchCheck,
      count: investigations.open,
      tone: 'watch',
      to: '/vehicle-file/activity',
      search: {
        startDate: investigations.start_date,
        endDate: investigations.end_date,
        documentDates: '1',
        audit: '1',
        pending: '1',
        type: '0',
        depot: '0',
        vehicleId: 'all',
      },
    });
  }
  if (vehicles !== null) {
    cards.push({
      key: 'offline',
      icon: RadioTower,
      count: vehicles.offline,
      tone: 'watch',
      to: '/telematics/track',
      search: { states: 'offline' },
      detail: { total: vehicles.total },
    });
  }
  if (cameras !== null) {
    cards.push({
      key: 'camerasOffline',
      icon: CameraOff,
      count: cameras.offline,
      tone: 'watch',
      to: '/video/cameras',
      search: { state: 'offline' },
      detail: { total: cameras.total },
    });
  }
  if (events !== null) {
    cards.push({
      key: 'events',
      icon: ShieldAlert,
      count: events.to_review,
      tone: 'watch',
      to: '/events/activity',
      search: {
        vehicleId: 'all',
        startDate: events.start_date,
        endDate: events.end_date,
        state: 'new',
        severity: 'serious',
      },
    });
  }
  if (alerts !== null) {
    cards.push({
      key: 'alerts',
      icon: Bell,
      count: alerts.unread,
      tone: 'watch',
      to: '/events/alerts',
    });
  }
  return cards;
}
