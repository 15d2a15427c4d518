import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { CostBudgetsService } from './budgets/costs-budgets.service.ts';
import { warnOfBudgets } from './budgets/costs-budgets-warnings.ts';
import { CostCo2Service } from './co2/costs-co2.service.ts';
import { registerCostsRoutes } from './costs.routes.ts';
import { CostsService } from './costs.service.ts';
import { CostFiguresService } from './figures/costs-figures.service.ts';
import { CostPlansService } from './plans/costs-plans.service.ts';

export { BUDGET_MONTHS } from './budgets/costs-budgets.columns.ts';
export { CostBudgetsService } from './budgets/costs-budgets.service.ts';
export { budgetLines } from './budgets/costs-budgets-lines.repository.ts';
export { warnOfBudgets } from './budgets/costs-budgets-warnings.ts';
export { type CostRow, costsWithoutReference, costsWithReference } from './costs.repository.ts';
export { CostsService, enteredOf } from './costs.service.ts';

/** Costs of vehicles: entries, and figures by month, vehicle, type and depot. */
export function registerCosts(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerCostsRoutes(app, {
    costs: new CostsService(db),
    figures: new CostFiguresService(db),
    plans: new CostPlansService(db),
    budgets: new CostBudgetsService(db),
    co2: new CostCo2Service(db),
  });
}

/** Registers the warnings of exceeded budgets. Call it before `jobs.start`. */
export function registerCostJobs(services: Pick<Services, 'db' | 'config' | 'jobs'>): void {
  services.jobs.register('cost-budgets', () => warnOfBudgets(services), '20 5 * * *');
}
