import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  DEFAULT_FAULT_ACTION,
  FAULT_KINDS,
  FAULT_SEVERITIES,
  type FaultAction,
  type FaultKind,
  isAdministrator,
  type Severity,
} from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import { actsCustomerWide, type Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, forbidden, wrongField } from '../../../../platform/errors.ts';
import { keepRule, rulesOfCustomer } from './faults-settings.repository.ts';

type Calls = typeof contract.faults;
type Settings = AnswerOf<Calls['settings']>;
type Rule = Settings['rules'][number];

const isRuled = ({ kind, severity }: Pick<Rule, 'kind' | 'severity'>) =>
  (FAULT_SEVERITIES[kind] as readonly Severity[]).includes(severity);

/** The rule of each kind and severity of a customer. */
async function rulesOf(trx: Transaction, customerId: number | null): Promise<Rule[]> {
  const rows = await rulesOfCustomer(trx, customerId);
  return FAULT_KINDS.flatMap((kind) =>
    FAULT_SEVERITIES[kind].map((severity) => {
      const found = rows.find((one) => one.kind === kind && one.severity === severity);
      return { kind, severity, action: found?.action ?? DEFAULT_FAULT_ACTION };
    }),
  );
}

/** What a customer wants to happen with a new fault. */
export async function actionFor(
  trx: Transaction,
  customerId: number,
  of: { readonly kind: FaultKind; readonly severity: Severity },
): Promise<FaultAction> {
  const rules = await rulesOf(trx, customerId);
  const found = rules.find(({ kind, severity }) => kind === of.kind && severity === of.severity);
  return found?.action ?? DEFAULT_FAULT_ACTION;
}

const factsOf = (rules: readonly Rule[]) =>
  Object.fromEntries(rules.map(({ action, kind, severity }) => [`${kind}_${severity}`, action]));

/** The rules of a customer for new faults. */
export class FaultSettings {
  constructor(private readonly db: Database) {}

  read(viewer: Viewer): Promise<Settings> {
    return this.db.asViewer(viewer, async (trx) => ({
      rules: await rulesOf(trx, viewer.customerId),
      may_change: isAdministrator(viewer) && actsCustomerWide(viewer),
    }));
  }

  /**
   * @throws HttpError 400 for a severity that a kind does not have, 403 for an administrator of some depots
   */
  change(viewer: Viewer, body: BodyOf<Calls['changeSettings']>): Promise<Settings> {
    return this.db.asViewer(viewer, async (trx) => {
      const { customerId } = viewer;
      if (customerId === null) throw badRequest('fault.no_customer');
      if (!actsCustomerWide(viewer)) throw forbidden('access.denied');
      if (!body.rules.every(isRuled)) throw wrongField('rules', 'fault.severity_unknown');
      const before = await rulesOf(trx, customerId);
      for (const rule of body.rules) await keepRule(trx, customerId, rule);
      const rules = await rulesOf(trx, customerId);
      await recordChange(trx, {
        customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'fault_settings', id: String(customerId), name: '' },
        action: 'changed',
        before: factsOf(before),
        after: factsOf(rules),
      });
      return { rules, may_change: true };
    });
  }
}
