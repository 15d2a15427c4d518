import { z } from 'zod';
import {
  absenceFields,
  checkedShift,
  driverAbsence,
  PLANNING_IDS,
  PLANNING_READ,
  PLANNING_WRITE,
  plannedShift,
  planningFinding,
  SIGNED_IN,
  shiftFields,
  shiftFilter,
  shiftReason,
} from './driver-planning-shapes.ts';
import { endpoint } from './endpoint.ts';
import { date, dateInput, id, int4, utc } from './fields.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const shiftQuery = pagedQuery(['start', 'driver', 'vehicle']).extend({
  ...shiftFilter,
  /** Days in the zone of the plan, both included, on which it begins. */
  from: dateInput.optional(),
  to: dateInput.optional(),
});

const boardRow = z
  .object({
    driver: driverName,
    shifts: z.array(checkedShift),
    absences: z.array(driverAbsence),
  })
  .meta({ id: 'PlanningRow' });

/** Planned shifts of drivers, checked against hours, documents and vehicles. */
export const driverPlanning = {
  board: endpoint({
    method: 'GET',
    path: '/api/driver_planning/board/',
    ids: PLANNING_IDS,
    summary: 'Get a week of visible drivers with shifts, absences and what is found now.',
    access: PLANNING_READ,
    query: pagedQuery(['driver']).extend({
      ...shiftFilter,
      /** Any day of the week, in the zone of the plan; this week without it. */
      day: dateInput.optional(),
    }),
    answer: paged(boardRow).extend({
      /** The first day, a Monday. */
      week: date,
      today: date,
      /** The zone of days and shifts: that of the settings of drivers' hours. */
      time_zone: z.string(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/driver_planning/shifts/',
    ids: PLANNING_IDS,
    summary: 'List planned shifts of visible depots, newest first.',
    access: PLANNING_READ,
    query: shiftQuery,
    answer: paged(plannedShift),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/driver_planning/shifts/export/',
    ids: PLANNING_IDS,
    summary: 'Export the filtered shifts.',
    access: PLANNING_READ,
    ratePerMinute: 12,
    query: shiftQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/driver_planning/shifts/',
    ids: PLANNING_IDS,
    summary: 'Plan a shift. Clashes are refused; one that breaks a rule needs a reason.',
    access: PLANNING_WRITE,
    body: z.object({ ...shiftFields, reason: shiftReason }).meta({ id: 'ShiftBody' }),
    answer: checkedShift,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/driver_planning/shifts/{id}/',
    ids: PLANNING_IDS,
    summary: 'Get one shift with what is found now.',
    access: PLANNING_READ,
    params: byId,
    answer: checkedShift,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/driver_planning/shifts/{id}/',
    ids: PLANNING_IDS,
    summary: 'Change or move a shift. The driver has to acknowledge it again.',
    access: PLANNING_WRITE,
    params: byId,
    body: z
      .object({ ...shiftFields, reason: shiftReason, version: int4 })
      .meta({ id: 'ShiftChange' }),
    answer: checkedShift,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/driver_planning/shifts/{id}/',
    ids: PLANNING_IDS,
    summary: 'Delete a planned shift. It stays in the audit log.',
    access: PLANNING_WRITE,
    params: byId,
    status: 204,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/driver_planning/check/',
    ids: PLANNING_IDS,
    summary: 'Check a shift before it is saved: what it breaks, warns of, or cannot be checked.',
    access: PLANNING_READ,
    body: z
      .object({
        ...shiftFields,
        /** The stored shift that it replaces; null for a new one. */
        replaces: id.nullable().default(null),
      })
      .meta({ id: 'ShiftCheck' }),
    answer: z.object({ findings: z.array(planningFinding) }),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/driver_planning/copy/',
    ids: PLANNING_IDS,
    summary: 'Copy the shifts of a day or a week. Those that clash or break a rule are left out.',
    access: PLANNING_WRITE,
    body: z
      .object({
        /** The first day to copy, and the day that it becomes, in the zone of the plan. */
        from: dateInput,
        to: dateInput,
        days: z.literal([1, 7]),
        driver: id.nullable().default(null),
        depot: id.nullable().default(null),
      })
      .meta({ id: 'ShiftCopy' }),
    answer: z.object({
      copied: z.int().nonnegative(),
      left_out: z.array(z.object({ driver: driverName, start: utc, finding: planningFinding })),
    }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/driver_planning/own/',
    ids: PLANNING_IDS,
    summary: 'List the shifts of the next four weeks and the absences of the signed-in driver.',
    access: SIGNED_IN,
    answer: z.object({
      /** Null if the account is not linked to a driver. */
      driver: driverName.nullable(),
      time_zone: z.string(),
      shifts: z.array(plannedShift.omit({ reason: true, level: true, author: true })),
      absences: z.array(driverAbsence),
    }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/driver_planning/own/{id}/',
    ids: PLANNING_IDS,
    summary: 'Acknowledge your own shift as it is planned now.',
    access: SIGNED_IN,
    params: byId,
    body: z.object({ version: int4 }),
    status: 204,
  }),
  requestAbsence: endpoint({
    method: 'POST',
    path: '/api/driver_planning/own/absences/',
    ids: PLANNING_IDS,
    summary: 'Request an absence of the driver who is signed in. A manager decides.',
    access: SIGNED_IN,
    body: z.object(absenceFields).meta({ id: 'AbsenceRequest' }),
    answer: driverAbsence,
    status: 201,
  }),
  withdrawAbsence: endpoint({
    method: 'DELETE',
    path: '/api/driver_planning/own/absences/{id}/',
    ids: PLANNING_IDS,
    summary: 'Withdraw your own request that nobody has decided.',
    access: SIGNED_IN,
    params: byId,
    status: 204,
  }),
} as const;
