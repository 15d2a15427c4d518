import { contract } from '@roadworthy/contract';
import { codeOfTypeName } from '@roadworthy/domain';
import { type EntryRow, knownEntries, lockEntries } from '../../../../core/catalogue/index.ts';
import { ScheduleTypesService } from '../../../../features/schedules/index.ts';
import { ActivityTypesService } from '../../../../features/vehicle-file/index.ts';
import { activityTypesCoded, listedNamed } from '../imports-lists.repository.ts';
import { typesOfCell } from '../imports-lists-cells.ts';
import {
  type AddError,
  type Candidate,
  type Draft,
  type Form,
  formOf,
  type ImportContext,
  type ImportKind,
} from '../imports-lists-kind.ts';
import { byText, choosable, valuesIn } from '../imports-lists-names.ts';

const calls = contract.vehicleFile;
const scheduleCalls = contract.schedules;
const activityBody = calls.createActivityType.body;
const scheduleBody = scheduleCalls.createScheduleType.body;

const NAME = {
  field: 'name',
  heading: 'report.column.name',
  isNeeded: true,
  wrong: 'import.row.name',
} as const;
const TYPES = {
  field: 'vehicle_types',
  heading: 'report.column.vehicleTypes',
  others: ['vehicletype'],
  wrong: 'import.row.types',
} as const;

/** Entries of a list with these ids, locked until the transaction ends. */
async function lockedEntries(
  { trx, viewer }: ImportContext,
  kind: 'activity_type' | 'schedule_type',
  ids: readonly number[],
): Promise<EntryRow[]> {
  await lockEntries(trx, kind, ids);
  return knownEntries(trx, viewer, kind, ids);
}

const candidateOf = (row: EntryRow, form: Form): Omit<Candidate, 'unchangeable'> => ({
  id: row.id,
  isArchived: row.archived,
  isBuiltIn: row.customer === null,
  form,
});

function readTypes(cell: string | undefined, addError: AddError): Draft {
  if (cell === undefined) return {};
  const types = typesOfCell(cell);
  if (types === null) addError('vehicle_types', 'import.row.types');
  return { vehicle_types: types };
}

const activityDraft = (row: EntryRow): Draft => ({
  name: row.name,
  reference: row.reference,
  schedule_type: row.schedule_type,
  require_user_date_input: row.require_user_date_input,
  use_activity_statuses_on_ui: row.use_activity_statuses_on_ui,
  statuses: row.statuses,
  internal_use: row.internal_use,
  vehicle_types: row.vehicle_types,
});

const NEW_ACTIVITY_TYPE: Draft = {
  schedule_type: null,
  require_user_date_input: false,
  use_activity_statuses_on_ui: false,
  statuses: [],
  internal_use: false,
  vehicle_types: [],
};

/** Activity types (RP-21, RP-22), matched by code, otherwise by name. */
export const ACTIVITY_TYPES: ImportKind = {
  title: 'administration.list.activity_type',
  columns: [
    NAME,
    {
      field: 'reference',
      heading: 'report.column.code',
      wrong: 'import.row.code',
      refused: 'import.row.codeTaken',
    },
    { field: 'schedule_type', heading: 'report.column.scheduleType' },
    TYPES,
  ],
  nameOf: ({ name, reference = '' }) => name ?? reference,
  keyOf: ({ name, reference }) => (reference ?? name)?.toLowerCase() ?? null,
  open: async (context, rows) => {
    const { trx, viewer, customerId } = context;
    const named = await listedNamed(trx, customerId, 'activity_type', valuesIn(rows, 'name'));
    const coded = await activityTypesCoded(trx, customerId, valuesIn(rows, 'reference'));
    const ids = [...new Set([...named.map(({ id }) => id), ...coded])];
    const known = await lockedEntries(context, 'activity_type', ids);
    const ofName = byText(known, ({ name }) => name);
    const ofCode = byText(known, ({ reference }) => reference);
    const schedules = valuesIn(rows, 'schedule_type');
    const scheduleType = choosable(await listedNamed(trx, customerId, 'schedule_type', schedules));
    return {
      candidates: ({ name = '', reference }) =>
        (reference === undefined ? ofName(name) : ofCode(reference)).map((row) => ({
          ...candidateOf(
            row,
            formOf(activityBody, activityDraft(row), ({ db }, body) =>
              new ActivityTypesService(db).change(viewer, row.id, body),
            ),
          ),
          shown: { schedule_type: row.schedule_type_name ?? undefined },
          ...(row.customer === null ? { unchangeable: 'import.row.builtIn' } : {}),
        })),
      fresh: formOf(activityBody, NEW_ACTIVITY_TYPE, ({ db }, body) =>
        new ActivityTypesService(db).create(viewer, body),
      ),
      read: ({ name, reference, schedule_type: schedule, vehicle_types }, addError, before) => {
        const scheduleId = schedule === undefined ? undefined : scheduleType(schedule);
        if (schedule !== undefined && scheduleId === undefined) {
          addError('schedule_type', 'import.row.entry');
        }
        const isNew = before.name === undefined;
        const code = reference ?? (isNew ? codeOfTypeName(name ?? '') : undefined);
        return {
          ...(name === undefined ? {} : { name }),
          ...(code === undefined ? {} : { reference: code }),
          ...(scheduleId === undefined ? {} : { schedule_type: scheduleId }),
          ...readTypes(vehicle_types, addError),
        };
      },
    };
  },
};

const scheduleDraft = ({ name, category, interval, window, vehicle_types }: EntryRow): Draft => ({
  name,
  category,
  interval,
  window,
  vehicle_types,
});

/** Schedule types (RP-23), matched by name, and by category if several have the same name. */
export const SCHEDULE_TYPES: ImportKind = {
  title: 'administration.list.schedule_type',
  columns: [
    { ...NAME, refused: 'import.row.builtInType' },
    { field: 'category', heading: 'report.column.category', wrong: 'import.row.name' },
    {
      field: 'interval',
      heading: 'report.column.interval',
      wrong: 'import.row.interval',
      refused: 'import.row.interval',
    },
    {
      field: 'window',
      heading: 'report.column.window',
      wrong: 'import.row.window',
      refused: 'import.row.window',
    },
    TYPES,
  ],
  nameOf: ({ name = '' }) => name,
  keyOf: ({ name }) => name?.toLowerCase() ?? null,
  open: async (context, rows) => {
    const { trx, viewer, customerId } = context;
    const named = await listedNamed(trx, customerId, 'schedule_type', valuesIn(rows, 'name'));
    const ids = named.map(({ id }) => id);
    const known = byText(await lockedEntries(context, 'schedule_type', ids), ({ name }) => name);
    return {
      candidates: ({ name = '', category }) => {
        const found = known(name);
        const ofCategory = found.filter((row) => row.category === category);
        return (ofCategory.length > 0 ? ofCategory : found).map((row) =>
          candidateOf(
            row,
            formOf(scheduleBody, scheduleDraft(row), ({ db }, body) =>
              new ScheduleTypesService(db).change(viewer, row.id, body),
            ),
          ),
        );
      },
      fresh: formOf(scheduleBody, { vehicle_types: [] }, ({ db }, body) =>
        new ScheduleTypesService(db).create(viewer, body),
      ),
      read: ({ vehicle_types, ...texts }, addError) => ({
        ...texts,
        ...readTypes(vehicle_types, addError),
      }),
    };
  },
};
