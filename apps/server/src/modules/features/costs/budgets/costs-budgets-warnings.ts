import type { CostKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import { systemViewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { yearRows } from './costs-budgets.repository.ts';

interface Exceeded {
  readonly depotId: number;
  readonly depot: string;
  readonly kind: CostKind;
  readonly budget: number;
  readonly actual: number;
}

/** Kinds of depots that have cost more in a month than their budget. */
export async function exceededBudgets(
  trx: Transaction,
  customerId: number,
  year: number,
  month: number,
): Promise<readonly Exceeded[]> {
  const rows = await yearRows(
    trx,
    systemViewer(customerId, languageOf(null)),
    { basis: 'depot' },
    year,
  );
  return rows.flatMap(({ actual, budget, group_key, group_name: depot, kind, month: of }) =>
    of === month && budget !== null && actual > budget
      ? [{ depotId: Number(group_key), depot, kind, budget, actual }]
      : [],
  );
}

/** Marks warnings as sent; those that were sent before are left out. */
async function newWarnings(
  trx: Transaction,
  customerId: number,
  month: string,
  exceeded: readonly Exceeded[],
): Promise<readonly Exceeded[]> {
  const { rows } = await sql<{ depot_id: number; kind: CostKind }>`
    insert into cost_budget_warnings (customer_id, depot_id, kind, month)
    select ${customerId}::int, t.depot, t.kind, ${`${month}-01`}::date
    from unnest(${exceeded.map(({ depotId }) => depotId)}::int[],
      ${exceeded.map(({ kind }) => kind)}::text[]) as t (depot, kind)
    on conflict do nothing returning depot_id, kind`.execute(trx);
  return exceeded.filter((one) =>
    rows.some(({ depot_id, kind }) => depot_id === one.depotId && kind === one.kind),
  );
}

interface Reader {
  readonly email: string;
  readonly language: string;
  /** Null for all depots. */
  readonly depots: readonly number[] | null;
}

/** People who may change costs, with the depots that they see. */
async function readersOf(trx: Transaction, customerId: number): Promise<readonly Reader[]> {
  const { rows } = await sql<Reader>`
    select u.email, u.language, (select array_agg(distinct d.id) from depots d
      where d.id in (select depot_id from user_depots where user_id = u.id)
        or d.region_id in (select region_id from user_regions where user_id = u.id)) as depots
    from users u where u.customer_id = ${customerId} and u.is_active and u.archived_at is null
      and u.email <> '' and u.role in ('ADMIN', 'MANAGER')
      and exists (select from user_modules m where m.user_id = u.id and m.module = 'Costs')
    order by u.id`.execute(trx);
  return rows;
}

/**
 * Mails the kinds of costs that have exceeded the budget of a depot in the month, once for each, to the
 * managers and administrators who may see them.
 */
async function warnCustomer(
  { config, db }: Pick<Services, 'db' | 'config'>,
  customerId: number,
  nowMs: number,
): Promise<void> {
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const [year = 0, of = 0] = month.split('-').map(Number);
  await db.asSystem(async (trx) => {
    const exceeded = await exceededBudgets(trx, customerId, year, of);
    const fresh = await newWarnings(trx, customerId, month, exceeded);
    if (fresh.length === 0) return;
    const { currency } = await trx
      .selectFrom('customers')
      .select('currency')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    for (const { depots, email, language: code } of await readersOf(trx, customerId)) {
      const seen = fresh.filter(({ depotId }) => depots === null || depots.includes(depotId));
      if (seen.length === 0) continue;
      const language = languageOf(code);
      const money = new Intl.NumberFormat(language, { style: 'currency', currency });
      const lines = seen.map(({ actual, budget, depot, kind }) =>
        textOf(language, 'costs.budgetMail.line', {
          depot,
          kind: textOf(language, `costs.kind.${kind}`),
          actual: money.format(actual),
          budget: money.format(budget),
        }),
      );
      const text = textOf(language, 'costs.budgetMail.body', {
        month,
        lines: lines.join('\n'),
        address: `${config.publicUrl}/costs?list=budget&month=${month}`,
      });
      await enqueueMail(trx, customerId, {
        to: email,
        subject: textOf(language, 'costs.budgetMail.subject', { month }),
        text,
        html: htmlOfText(text),
      });
    }
  });
}

/** Warns all customers with budgets for this month. */
export async function warnOfBudgets(
  services: Pick<Services, 'db' | 'config'>,
  nowMs = Date.now(),
): Promise<void> {
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  const ids = await services.db.asSystem(async (trx) => {
    const { rows } = await sql<{
      customer_id: number;
    }>`select distinct customer_id from cost_budgets
      where month = ${month}::date and depot_id is not null order by 1`.execute(trx);
    return rows.map(({ customer_id }) => customer_id);
  });
  for (const id of ids) await warnCustomer(services, id, nowMs);
}
