import { contract } from '@roadworthy/contract';
import { COST_KINDS, type CostKind, type VehicleType } from '@roadworthy/domain';
import { actsCustomerWide } from '../../../../../platform/auth/index.ts';
import { type Display, wordsOf } from '../../../../../platform/tables/index.ts';
import {
  BUDGET_MONTHS,
  budgetLines,
  CostBudgetsService,
} from '../../../../features/costs/index.ts';
import { plainHeader } from '../../reading/imports-reading-headings.ts';
import { groupsNamed } from '../imports-lists.repository.ts';
import { amountOfCell, typesOfCell } from '../imports-lists-cells.ts';
import type {
  AddError,
  Cells,
  Draft,
  Form,
  ImportColumn,
  ImportContext,
  ImportKind,
} from '../imports-lists-kind.ts';
import { choosable, valuesIn } from '../imports-lists-names.ts';

const { body } = contract.costBudgets.save;

const LANGUAGES = ['en', 'pt'] as const;
/** A cell that removes the budget of its month. */
const NONE = /^[-–—]$/;
const YEAR = /^(20|21)\d\d$/;

const MONTHS = BUDGET_MONTHS.map((heading, n) => ({ field: `month_${n + 1}`, heading }));

/** The kind of a word: its code, or its name in both languages. */
function kindOfCell(cell: string, display: Display): CostKind | undefined {
  const plain = plainHeader(cell);
  return COST_KINDS.find(
    (kind) =>
      kind === plain ||
      LANGUAGES.some(
        (language) =>
          plainHeader(wordsOf({ ...display, language }, `costs.kind.${kind}`)) === plain,
      ),
  );
}

/** The form of a line: the budget of one kind in a year. */
function lineForm({ viewer }: ImportContext, draft: Draft): Form {
  return {
    draft,
    fill: ({ depot = null, kind, vehicle_type = null, year, ...amounts }) => {
      const months = MONTHS.map(({ field }) => amounts[field] ?? null);
      const parsed = body.safeParse({ year, depot, vehicle_type, results: [{ kind, months }] });
      if (parsed.success) {
        const save = ({
          db,
        }: {
          readonly db: ConstructorParameters<typeof CostBudgetsService>[0];
        }) => new CostBudgetsService(db).save(viewer, parsed.data);
        return { body: parsed.data, save };
      }
      const issues = parsed.error.issues.map((issue) => {
        const [first, , name, month] = issue.path;
        if (first !== 'results') return issue;
        const field = name === 'months' ? `month_${Number(month) + 1}` : 'kind';
        return { ...issue, path: [field] };
      });
      return { issues };
    },
  };
}

function typeOf(cell: string | undefined, viewer: ImportContext['viewer'], addError: AddError) {
  if (cell === undefined) return null;
  const [type, another] = typesOfCell(cell) ?? [];
  if (type === undefined || another !== undefined) addError('vehicle_type', 'import.row.type');
  else if (!actsCustomerWide(viewer)) addError('vehicle_type', 'import.row.allDepots');
  return type ?? null;
}

function amountsOf(cells: Cells, addError: AddError): Draft {
  return Object.fromEntries(
    MONTHS.flatMap(({ field }) => {
      const cell = cells[field];
      if (cell === undefined) return [];
      if (NONE.test(cell)) return [[field, null]];
      const amount = amountOfCell(cell);
      if (amount === null) addError(field, 'import.row.cost');
      return [[field, amount]];
    }),
  );
}

/** Budgets of costs: a row is a kind of cost in a year, of a depot or a vehicle type. */
export const COST_BUDGETS: ImportKind = {
  access: contract.costBudgets.save.access,
  title: 'administration.list.cost_budget',
  columns: [
    { field: 'year', heading: 'report.column.year', isNeeded: true, wrong: 'import.row.year' },
    { field: 'depot', heading: 'report.column.depot', wrong: 'import.row.depotOrType' },
    { field: 'vehicle_type', heading: 'report.column.vehicleType', wrong: 'import.row.type' },
    {
      field: 'kind',
      heading: 'report.column.category',
      isNeeded: true,
      wrong: 'import.row.wrong',
    },
    ...MONTHS.map(
      (month): ImportColumn => ({ ...month, type: 'amount', wrong: 'import.row.budget' }),
    ),
  ],
  wordOf: (field, value, display) => {
    if (field === 'kind') return wordsOf(display, `costs.kind.${value as CostKind}`);
    if (field === 'vehicle_type') return wordsOf(display, `costs.type.${value as VehicleType}`);
    return undefined;
  },
  nameOf: ({ depot, kind = '', vehicle_type = '', year = '' }) =>
    [depot ?? vehicle_type, kind, year].filter((text) => text !== '').join(' '),
  keyOf: ({ depot = '', kind = '', vehicle_type = '', year }) =>
    year === undefined ? null : `${year}|${depot}|${vehicle_type}|${kind}`.toLowerCase(),
  open: async (context, rows) => {
    const { trx, viewer, customerId, display } = context;
    const depots = await groupsNamed(trx, viewer, customerId, false, valuesIn(rows, 'depot'));
    const depotOf = choosable(depots);
    const years = [...new Set(valuesIn(rows, 'year').filter((year) => YEAR.test(year)))];
    const lines = await budgetLines(trx, viewer, { years: years.map(Number) });
    const candidates = lines.map(({ depot_name: _, months, ...line }, id) => ({
      id,
      isArchived: false,
      form: lineForm(context, {
        ...line,
        ...Object.fromEntries(MONTHS.map(({ field }, n) => [field, months[n] ?? null])),
      }),
      line,
    }));
    return {
      candidates: (cells) => {
        const kind = kindOfCell(cells.kind ?? '', display);
        const depot = cells.depot === undefined ? null : depotOf(cells.depot);
        const [type = null] = typesOfCell(cells.vehicle_type ?? '') ?? [];
        return candidates.filter(
          ({ line }) =>
            String(line.year) === cells.year &&
            line.kind === kind &&
            line.depot === depot &&
            line.vehicle_type === type,
        );
      },
      fresh: lineForm(context, {}),
      read: (cells, addError) => {
        const kind = kindOfCell(cells.kind ?? '', display);
        if (kind === undefined && cells.kind !== undefined) {
          const names = COST_KINDS.map((one) => wordsOf(display, `costs.kind.${one}`)).join(', ');
          addError('kind', 'import.row.costCategory', { names });
        }
        const depot = cells.depot === undefined ? null : depotOf(cells.depot);
        if (depot === undefined) addError('depot', 'import.row.depot');
        if ((cells.depot === undefined) === (cells.vehicle_type === undefined)) {
          addError('depot', 'import.row.depotOrType');
        }
        return {
          year: Number(cells.year),
          depot,
          vehicle_type: typeOf(cells.vehicle_type, viewer, addError),
          kind,
          ...amountsOf(cells, addError),
        };
      },
    };
  },
};
