import { ABSENCE_KINDS, ABSENCE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import {
  absenceFields,
  driverAbsence,
  PLANNING_IDS,
  PLANNING_READ,
  PLANNING_WRITE,
} from './driver-planning-shapes.ts';
import { endpoint } from './endpoint.ts';
import { dateInput, id, idText, int4, textOf } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

/** Absences of drivers: entered by a manager, or requested by the driver and decided. */
export const driverAbsences = {
  list: endpoint({
    method: 'GET',
    path: '/api/driver_planning/absences/',
    ids: PLANNING_IDS,
    summary: 'List absences of visible drivers, newest first.',
    access: PLANNING_READ,
    query: pagedQuery(['start', 'driver']).extend({
      driver: idText.optional(),
      kind: z.enum(ABSENCE_KINDS).optional(),
      state: z.enum(ABSENCE_STATES).optional(),
      /** Days in the zone of the plan, both included. */
      from: dateInput.optional(),
      to: dateInput.optional(),
    }),
    answer: paged(driverAbsence),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/driver_planning/absences/',
    ids: PLANNING_IDS,
    summary: 'Enter an approved absence of a driver.',
    access: PLANNING_WRITE,
    body: z.object({ driver: id, ...absenceFields }).meta({ id: 'AbsenceBody' }),
    answer: driverAbsence,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/driver_planning/absences/{id}/',
    ids: PLANNING_IDS,
    summary: 'Get one absence.',
    access: PLANNING_READ,
    params: byId,
    answer: driverAbsence,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/driver_planning/absences/{id}/',
    ids: PLANNING_IDS,
    summary: 'Change an absence.',
    access: PLANNING_WRITE,
    params: byId,
    body: z.object({ ...absenceFields, version: int4 }).meta({ id: 'AbsenceChange' }),
    answer: driverAbsence,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/driver_planning/absences/{id}/decision/',
    ids: PLANNING_IDS,
    summary: 'Approve or refuse a request. The driver is notified by e-mail.',
    access: PLANNING_WRITE,
    params: byId,
    body: z
      .object({
        state: z.enum(['approved', 'refused']),
        answer: textOf(500).default(''),
        version: int4,
      })
      .meta({ id: 'AbsenceDecision' }),
    answer: driverAbsence,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/driver_planning/absences/{id}/',
    ids: PLANNING_IDS,
    summary: 'Delete an absence. It stays in the audit log.',
    access: PLANNING_WRITE,
    params: byId,
    status: 204,
  }),
} as const;
