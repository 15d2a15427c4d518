import {
  FAULT_ACTIONS,
  FAULT_ENDS,
  FAULT_KINDS,
  FAULT_NEXT,
  FAULT_STATES,
  FAULT_STEPS,
  MEASURES,
  SEVERITIES,
} from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utc } from './fields.ts';
import { recordScope, recordText, severity, vehicleName, version } from './record-shapes.ts';
import { REPORT_FORMATS } from './reports.ts';
import { byId, paged, pagedQuery } from './shapes.ts';

const READ = { kind: 'module', anyOf: ['Defect', 'Vehicle File'], refusesLimited: true } as const;
const WRITE = { ...READ, write: true } as const;
/** W-01: defects; faults are where they begin. */
const IDS = ['W-01'] as const;

const kind = z.enum(FAULT_KINDS);
const note = recordText.min(2);

const faultRow = z
  .object({
    id,
    vehicle: vehicleName,
    depot: z.object({ id, name: z.string() }).nullable(),
    kind,
    /** `P0301` or `SPN110-FMI3`, the position of a tyre or `alarm`, or `camera`, `signal` or `storage`. */
    key: z.string(),
    /** In the language of the reader, such as "P0301: Misfire in cylinder 1". */
    title: z.string(),
    severity: z.enum(SEVERITIES),
    state: z.enum(FAULT_STATES),
    first_seen: utc,
    last_seen: utc,
    /** Times that it was reported after an hour without it. */
    occurrences: z.int().positive(),
    ended_at: utc.nullable(),
    end_reason: z.enum(FAULT_ENDS).nullable(),
    /** The next walkaround check asks about it. */
    is_asked: z.boolean(),
    defect: z.object({ id, reference_number: z.string() }).nullable(),
  })
  .meta({ id: 'FaultRow' });

const step = z
  .object({
    step: z.enum(FAULT_STEPS),
    /** Null for a figure that does not count yet. */
    at: utc.nullable(),
    /** Empty for what a device or the system did. */
    by: z.string(),
    note: z.string(),
    /** The record that the step is kept in; null for a step of the fault itself. */
    record: z
      .object({
        kind: z.enum(['defect', 'vor', 'work_order', 'driver_check', 'inspection', 'fault']),
        id,
        reference_number: z.string(),
      })
      .nullable(),
    /** The figure of earned recognition that counts the record; only of the step `figure`. */
    figure: z.object({ measure: z.enum(MEASURES), is_passed: z.boolean() }).nullable(),
  })
  .meta({ id: 'FaultStep' });

const fault = faultRow
  .extend({
    customer: id,
    /** What the code says by its structure; empty for other kinds. */
    explanation: z.string(),
    /** Only the maker of the vehicle knows what the code means. */
    is_maker_specific: z.boolean(),
    /** The lowest pressure and the recommended one, kPa; null for other kinds. */
    pressure: z.object({ kpa: z.number(), recommended_kpa: z.number() }).nullable(),
    /** By time; figures that do not count yet are last. */
    steps: z.array(step),
    /** What the caller may do next. */
    next: z.array(z.enum(FAULT_NEXT)),
    version: z.int(),
  })
  .meta({ id: 'Fault' });

/** A note for the next safety inspection, with the fault that it is about. */
export const faultNote = z
  .object({
    id,
    title: z.string(),
    note: z.string(),
    by: z.string(),
    at: utc,
    /** Of the inspector; empty while the note waits. */
    answer: z.string(),
  })
  .meta({ id: 'FaultNote' });

const listFilter = {
  ...recordScope,
  state: z.enum(FAULT_STATES).optional(),
  kind: kind.optional(),
  severity: z.enum(SEVERITIES).optional(),
};
const orderings = ['last_seen', 'first_seen', 'registration'] as const;

const rules = z
  .array(z.object({ kind, severity: z.enum(SEVERITIES), action: z.enum(FAULT_ACTIONS) }))
  .max(20);
const settings = z.object({ rules, may_change: z.boolean() }).meta({ id: 'FaultSettings' });

/** Faults that devices report, and their threads from the first report to the figure. */
export const faults = {
  list: endpoint({
    method: 'GET',
    path: '/api/faults/',
    ids: IDS,
    summary: 'List the faults of visible vehicles, last seen first.',
    access: READ,
    query: pagedQuery(orderings).extend(listFilter),
    answer: paged(faultRow),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/faults/export/',
    ids: IDS,
    summary: 'Export the filtered faults, up to 10,000 rows.',
    access: READ,
    query: pagedQuery(orderings)
      .omit({ page: true, pageSize: true })
      .extend({ ...listFilter, format: z.enum(REPORT_FORMATS) }),
    raw: 'file',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/faults/{id}/',
    ids: IDS,
    summary: 'Get one fault with its thread: each step with its record, and what can follow.',
    access: READ,
    params: byId,
    answer: fault,
  }),
  createDefect: endpoint({
    method: 'POST',
    path: '/api/faults/{id}/defect/',
    ids: IDS,
    summary: 'Report a defect of a fault. A fault has one defect.',
    access: WRITE,
    params: byId,
    body: z.object({ severity, finding: note, version }).meta({ id: 'FaultDefectBody' }),
    answer: fault,
    status: 201,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/faults/{id}/notes/',
    ids: IDS,
    summary: 'Add a note for the next safety inspection of the vehicle.',
    access: WRITE,
    params: byId,
    body: z.object({ note }).meta({ id: 'FaultNoteBody' }),
    answer: fault,
    status: 201,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/faults/{id}/close/',
    ids: IDS,
    summary: 'Close a fault that needs no work. If it is reported again, it is a new fault.',
    access: WRITE,
    params: byId,
    body: z.object({ note, version }).meta({ id: 'FaultCloseBody' }),
    answer: fault,
  }),
  notes: endpoint({
    method: 'GET',
    path: '/api/fault_notes/',
    ids: ['W-02'],
    summary: 'List the notes that wait for the next safety inspection of a vehicle.',
    access: {
      kind: 'module',
      anyOf: ['SafetyInspection', 'Defect', 'Vehicle File'],
      refusesLimited: true,
    },
    query: z.object({ vehicle: idText }),
    answer: z.object({
      results: z.array(faultNote),
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/fault_settings/',
    ids: IDS,
    summary: 'Get what happens with new faults, by kind and severity.',
    access: READ,
    answer: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/fault_settings/',
    ids: IDS,
    summary: 'Change what happens with new faults. The rules that are absent stay as they are.',
    access: { kind: 'administrator' },
    body: z.object({ rules }).meta({ id: 'FaultSettingsBody' }),
    answer: settings,
  }),
} as const;
