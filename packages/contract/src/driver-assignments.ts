import {
  ASSIGNMENT_FILTERS,
  HANDOVER_ITEMS,
  HANDOVER_KINDS,
  READING_FINDINGS,
} from '@roadworthy/domain';
import { z } from 'zod';
import {
  PLANNING_IDS as IDS,
  PLANNING_READ as READ,
  SIGNED_IN,
  PLANNING_WRITE as WRITE,
} from './driver-planning-shapes.ts';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, textOf, utc } from './fields.ts';
import { RECORD_FILES } from './form-files.ts';
import { captions, jsonText, lastOdometer, odometerM, vehicleName } from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, driverName, paged, pagedQuery } from './shapes.ts';

const handedItem = z.object({ item: z.enum(HANDOVER_ITEMS), is_there: z.boolean() });
const note = textOf(2000);

const handover = z
  .object({
    id,
    kind: z.enum(HANDOVER_KINDS),
    happened_at: utc,
    /** Metres; null if it was not read. */
    odometer: z.number().nullable(),
    /** How the odometer contradicts the last reading of the vehicle; null if it does not. */
    odometer_finding: z.enum(READING_FINDINGS).nullable(),
    /** The reading with which it was compared, metres; null without one. */
    last_odometer: z.number().nullable(),
    /** Fuel or charge in per cent; null if it was not read. */
    fill: z.int().min(0).max(100).nullable(),
    items: z.array(handedItem),
    /** Damage that was seen; empty for none. */
    damage: z.string(),
    remark: z.string(),
    author: z.string(),
    /** Whether the driver returned the vehicle on the phone, without the office. */
    is_by_driver: z.boolean(),
    /** What the driver says to it; empty for nothing. */
    driver_remark: z.string(),
    /** The name with which the driver signed; null until then. */
    signed_by: z.string().nullable(),
    signed_at: utc.nullable(),
    photographs: z.array(
      z.object({
        id,
        caption: z.string(),
        is_by_driver: z.boolean(),
        /** An address that expires. */
        address: z.string(),
      }),
    ),
  })
  .meta({ id: 'DriverHandover' });

const row = {
  id,
  vehicle: vehicleName,
  driver: driverName,
  /** Null if it was so before assignments were recorded. */
  from: utc.nullable(),
  /** Null while it lasts. */
  until: utc.nullable(),
};

const assignmentRow = z
  .object({
    ...row,
    /** The hand-overs that were recorded, and how many of them the driver has not signed. */
    handovers: z.int().nonnegative(),
    unsigned: z.int().nonnegative(),
    /** The hand-overs whose odometer contradicts the last reading of the vehicle. */
    odometer_findings: z.int().nonnegative(),
    /** Whether the driver returned the vehicle on the phone, without the office. */
    is_returned_by_driver: z.boolean(),
  })
  .meta({ id: 'DriverAssignmentRow' });

const assignment = z
  .object({
    ...row,
    handovers: z.array(handover),
    /** With which the odometer of a return is compared; null without a reading, and for one that has ended. */
    last_reading: lastOdometer.nullable(),
  })
  .meta({ id: 'DriverAssignment' });

const stateFields = {
  odometer: odometerM.optional(),
  fill: z.coerce.number().int().min(0).max(100).optional(),
  damage: note.optional(),
  remark: note.optional(),
  captions: captions.optional(),
};
const sheetFields = {
  ...stateFields,
  /** Required, so that a form that arrives broken is no hand-over. */
  items: jsonText(z.array(handedItem).max(HANDOVER_ITEMS.length)),
};
const signedBy = textOf(90).min(2);
const files = { photos: RECORD_FILES.photos };

const listQuery = pagedQuery(['from', 'vehicle', 'driver']).extend({
  vehicle: idText.optional(),
  driver: idText.optional(),
  state: z.enum(ASSIGNMENT_FILTERS).optional(),
  /** Days in the zone of the plan, both included, on which it lasted. */
  from: dateInput.optional(),
  to: dateInput.optional(),
});

/** Who has which vehicle since when, and its hand-over. */
export const driverAssignments = {
  list: endpoint({
    method: 'GET',
    path: '/api/driver_assignments/',
    ids: IDS,
    summary: 'List which visible driver had which visible vehicle, newest first.',
    access: READ,
    query: listQuery,
    answer: paged(assignmentRow).extend({ count_is_limit: z.boolean() }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/driver_assignments/export/',
    ids: IDS,
    summary: 'Export the filtered list.',
    access: READ,
    ratePerMinute: 12,
    query: listQuery.extend({ format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/driver_assignments/{id}/',
    ids: IDS,
    summary: 'Get one assignment with its hand-overs.',
    access: READ,
    params: byId,
    answer: assignment,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/driver_assignments/',
    ids: IDS,
    summary:
      'Hand a vehicle over to a driver, who is notified and signs. The header Idempotency-Key makes a retry safe.',
    access: WRITE,
    multipart: z.object({ vehicle: idText, driver: idText, ...sheetFields }),
    files,
    answer: assignment,
    status: 201,
    refuses: [409],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/driver_assignments/{id}/return/',
    ids: IDS,
    summary: 'Take a vehicle back from its driver. The header Idempotency-Key makes a retry safe.',
    access: WRITE,
    params: byId,
    multipart: z.object(sheetFields),
    files,
    answer: assignment,
    refuses: [409],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/driver_assignments/own/',
    ids: IDS,
    summary:
      'Get the vehicles of the driver who is signed in, and up to 20 hand-overs that are not signed.',
    access: SIGNED_IN,
    answer: z
      .object({
        /** Null if the account is not linked to a driver. */
        driver: driverName.nullable(),
        assignments: z.array(assignment),
      })
      .meta({ id: 'OwnAssignments' }),
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/driver_assignments/own/{id}/signature/',
    ids: IDS,
    summary:
      'Sign your hand-over, with a remark and photographs. The header Idempotency-Key makes a retry safe.',
    access: SIGNED_IN,
    params: byId,
    multipart: z.object({
      signed_by: signedBy,
      remark: note.optional(),
      captions: captions.optional(),
    }),
    files,
    answer: handover,
    refuses: [409],
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/api/driver_assignments/own/{id}/return/',
    ids: IDS,
    summary:
      'Return a vehicle that you have now, with your signature. The header Idempotency-Key makes a retry safe.',
    access: SIGNED_IN,
    params: byId,
    multipart: z.object({ signed_by: signedBy, ...stateFields }),
    files,
    answer: handover,
    refuses: [409],
  }),
} as const;
