import { BRAKE_CATEGORIES, BRAKE_REGIMES, BRAKE_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import {
  brakeFigures,
  brakeTest,
  dueRow,
  plan,
  settings,
  vehicleBrakes,
} from './brake-tests-shapes.ts';
import { endpoint } from './endpoint.ts';
import { idText, int4, textOf, utcInput } from './fields.ts';
import { DOCUMENT } from './form-files.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const MODULES = ['SafetyInspection', 'Vehicle File'] as const;
const READ = { kind: 'module', anyOf: MODULES } as const;
const WRITE = { kind: 'module', anyOf: MODULES, write: true } as const;
const ADMINISTER = { kind: 'administrator' } as const;

const dueFilter = {
  depot: idText.optional(),
  state: z.enum(BRAKE_STATES).optional(),
  category: z.enum(BRAKE_CATEGORIES).optional(),
  regime: z.enum(BRAKE_REGIMES).optional(),
};
const dueOrder = ['due', 'registration', 'last_tested', 'counted'] as const;

/** Brake tests: what is due of each vehicle, the tests, and their limits. */
export const brakeTests = {
  list: endpoint({
    method: 'GET',
    path: '/api/brake_tests/vehicles/',
    ids: ['U-16'],
    summary: 'List visible vehicles with what is due of their brake tests, and why.',
    access: READ,
    query: pagedQuery(dueOrder).extend(dueFilter),
    answer: paged(dueRow),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/brake_tests/vehicles/export/',
    ids: ['U-16'],
    summary: 'Export the filtered list of due brake tests.',
    access: READ,
    ratePerMinute: 12,
    query: pagedQuery(dueOrder)
      .omit({ page: true, pageSize: true })
      .extend({ ...dueFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  vehicle: endpoint({
    method: 'GET',
    path: '/api/brake_tests/vehicles/{id}/',
    ids: ['U-16'],
    summary: 'Get the brake year, the inspection interval and the brake tests of a vehicle.',
    access: READ,
    params: byId,
    answer: vehicleBrakes,
  }),
  changePlan: endpoint({
    method: 'PUT',
    path: '/api/brake_tests/vehicles/{id}/plan/',
    ids: ['U-16'],
    summary: 'Update how a vehicle meets the brake-test rule, and what decides its interval.',
    access: WRITE,
    params: byId,
    body: plan,
    answer: vehicleBrakes,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/brake_tests/vehicles/{id}/tests/',
    ids: ['U-16'],
    summary: 'Record a brake test between inspections. It is assessed by the limits of the day.',
    access: WRITE,
    params: byId,
    body: brakeFigures
      .extend({
        tested_at: utcInput,
        tester: textOf(90).min(2),
        place: textOf(120).default(''),
      })
      .meta({ id: 'BrakeTestBody' }),
    answer: brakeTest,
    status: 201,
  }),
  printOut: endpoint({
    method: 'POST',
    path: '/api/brake_tests/{id}/print_out/',
    ids: ['U-16'],
    summary: 'Attach the print-out of a brake test: an image or a PDF. It replaces an earlier one.',
    access: WRITE,
    params: byId,
    multipart: z.object({}),
    files: { document: DOCUMENT },
    answer: brakeTest,
  }),
  void: endpoint({
    method: 'PUT',
    path: '/api/brake_tests/{id}/void/',
    ids: ['U-16'],
    summary: 'Mark a brake test as entered by mistake. It stays in the history and counts no more.',
    access: WRITE,
    params: byId,
    body: z.object({ reason: textOf(500).min(2), version: int4 }).meta({ id: 'BrakeVoidBody' }),
    answer: brakeTest,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/brake_tests/settings/',
    ids: ['U-16'],
    summary: 'Get the limits of brake tests and the longest inspection intervals by use.',
    access: READ,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/brake_tests/settings/',
    customerWide: true,
    ids: ['U-16'],
    summary: 'Update the limits from now on. Tests keep the assessment of their day.',
    access: ADMINISTER,
    body: settings,
    answer: settings,
  }),
} as const;
