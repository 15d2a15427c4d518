import { SEVERITIES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { date, id, longId, utc } from './fields.ts';
import { MESSAGE_STATES } from './messages.ts';
import { vehicleType } from './shapes.ts';

const count = z.int().nonnegative();

/** One day of the last four weeks. */
const homeDay = z
  .object({
    date,
    /** Walkaround checks; null without the module. */
    checks: count.nullable(),
    /** Null without the module. */
    defects_reported: count.nullable(),
    defects_signed_off: count.nullable(),
  })
  .meta({ id: 'HomeDay' });

/** What needs attention. A part is null if the caller may not open the list behind it. */
const homeOverview = z
  .object({
    /** Open scheduled items; due soon means today and the six days after. */
    schedules: z.object({ overdue: count, due_soon: count }).nullable(),
    /** Vehicles off the road and their cost so far, in the customer's currency. */
    vor: z
      .object({ off_road: count, over_7_days: count, cost: z.number().nonnegative() })
      .nullable(),
    /** Of today: vehicles with a check, and vehicles that were used without one. */
    checks: z.object({ vehicles: count, checked: count, missing: count }).nullable(),
    /** Defects that are not signed off. */
    defects: z.object({ open: count, dangerous: count, overdue: count }).nullable(),
    /** Vehicles whose brake test is overdue. */
    brake_tests: z.object({ overdue: count }).nullable(),
    /** Documents of the last 365 days with an open investigation. */
    investigations: z.object({ open: count, start_date: date, end_date: date }).nullable(),
    /** Vehicles without a position for 24 hours, in private use ones excluded (M-P03). */
    vehicles: z.object({ total: count, offline: count }).nullable(),
    /** Vehicles with cameras, and those whose cameras had no contact for 24 hours; null without any. */
    cameras: z.object({ total: count, offline: count }).nullable(),
    /** New events of high or critical severity of the last 7 days; counting stops at 1,000. */
    events: z.object({ to_review: count, start_date: date, end_date: date }).nullable(),
    alerts: z.object({ unread: count }).nullable(),
    /** Tachograph cards and vehicle units that need a download now or soon; overdue ones or those without any. */
    tachograph: z.object({ due: count, overdue: count }).nullable(),
    /** Items of drivers' files that need attention now or soon; expired or missing ones. */
    drivers_file: z.object({ due: count, overdue: count }).nullable(),
    /** Infringements of drivers' hours that wait for a debrief; those of the two highest degrees. */
    drivers_hours: z.object({ open: count, most_serious: count, very_serious: count }).nullable(),
    /** Vehicles whose official data need attention; null while no official service is configured. */
    official_data: z.object({ untaxed: count, mot_overdue: count, differences: count }).nullable(),
    /** Fitted tyres to change now, and within four weeks; null without any tyre. */
    tyres: z.object({ now: count, soon: count }).nullable(),
    /** Safety recalls with a vehicle that is not done, and those of them after their due day; null for none. */
    recalls: z.object({ open: count, overdue: count }).nullable(),
    /** Unaccounted driving of the last 28 days about which nobody has decided; missing downloads are left out. */
    unaccounted: z.object({ open: count, start_date: date, end_date: date }).nullable(),
    /** Parts of the workshop under a minimum; null without any parts. */
    parts: z.object({ short: count }).nullable(),
    /** Open faults that devices report. */
    faults: z.object({ open: count }).nullable(),
    /** Purchases of fuel of the last 28 days that do not fit the vehicle, about which nobody has decided. */
    fuel_cards: z.object({ open: count, start_date: date, end_date: date }).nullable(),
    /** Shifts that begin today and break a rule or warn, and requests of absence that nobody has decided. */
    driver_planning: z.object({ shifts: count, requests: count, today: date }).nullable(),
    /** Coaching sessions that are due, or whose follow-up is. */
    coaching: z.object({ due: count }).nullable(),
    /** The last 28 days, oldest first; today is the last. */
    days: z.array(homeDay),
  })
  .meta({ id: 'HomeOverview' });

/** What a driver needs: the assigned vehicle and the messages to it. */
const homeDriver = z
  .object({
    /** The vehicle of the account, or of its driver; null without one. */
    vehicle: z
      .object({
        id,
        registration: z.string(),
        type: vehicleType,
        model: z.string().nullable(),
        /** Null while it is on the road. */
        off_road_since: utc.nullable(),
        /** The newest check; today is the day in the person's time zone. */
        check: z.object({ last_at: utc.nullable(), is_today: z.boolean(), defects: count }),
        /** Newest first, at most 5 of `open_defects`. */
        defects: z.array(
          z.object({
            reference_number: z.string(),
            reported_at: utc,
            severity: z.enum(SEVERITIES),
            items: z.array(z.string()),
          }),
        ),
        open_defects: count,
        /** Code of its QR label, for the check and the accident report; null without a label. */
        qrid: z.string().nullable(),
      })
      .nullable(),
    /** Messages to the device of the vehicle of the last 7 days, newest first, at most 10. */
    messages: z.array(
      z.object({ id: longId, message: z.string(), created_at: utc, state: z.enum(MESSAGE_STATES) }),
    ),
  })
  .meta({ id: 'HomeDriver' });

/** The home screen (area C). */
export const home = {
  overview: endpoint({
    method: 'GET',
    path: '/api/home_overview/',
    ids: ['C-01'],
    summary:
      'Get what needs attention today. Each figure is the count of a list that the caller may open.',
    access: { kind: 'signed-in' },
    answer: homeOverview,
  }),
  driver: endpoint({
    method: 'GET',
    path: '/api/home_driver/',
    ids: ['C-01'],
    summary:
      'Get the vehicle that is assigned to the caller, with its checks, defects and messages.',
    access: { kind: 'signed-in' },
    answer: homeDriver,
  }),
} as const;
