import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { CostBudgetsService } from './budgets/costs-budgets.service.ts';
import type { CostCo2Service } from './co2/costs-co2.service.ts';
import type { CostsService } from './costs.service.ts';
import type { CostFiguresService } from './figures/costs-figures.service.ts';
import type { CostPlansService } from './plans/costs-plans.service.ts';

interface CostServices {
  readonly costs: CostsService;
  readonly figures: CostFiguresService;
  readonly plans: CostPlansService;
  readonly budgets: CostBudgetsService;
  readonly co2: CostCo2Service;
}

/** Registers the routes of costs. */
export function registerCostsRoutes(
  app: FastifyInstance,
  { budgets, co2, costs, figures, plans }: CostServices,
): void {
  const calls = contract.costs;
  implement(app, calls.list, ({ viewer, query }) => costs.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await costs.file(viewer, query)),
  );
  implement(app, calls.figures, ({ viewer, query }) => figures.figures(viewer, query));
  implement(app, calls.exportFigures, async ({ viewer, query, reply }) =>
    sendFile(reply, await figures.file(viewer, query)),
  );
  implement(app, calls.records, ({ viewer, query }) => figures.records(viewer, query));
  implement(app, calls.exportRecords, async ({ viewer, query, reply }) =>
    sendFile(reply, await figures.recordFile(viewer, query)),
  );
  // Before the calls with an id in their path.
  registerCo2(app, co2);
  implement(app, calls.create, ({ viewer, body }) => costs.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => costs.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => costs.change(viewer, params.id, body));
  implement(app, calls.remove, ({ viewer, params }) => costs.remove(viewer, params.id));
  registerPlans(app, plans);
  registerBudgets(app, budgets);
}

function registerCo2(app: FastifyInstance, co2: CostCo2Service): void {
  const calls = contract.costCo2;
  implement(app, calls.figures, ({ viewer, query }) => co2.figures(viewer, query));
  implement(app, calls.exportFigures, async ({ viewer, query, reply }) =>
    sendFile(reply, await co2.file(viewer, query)),
  );
  implement(app, calls.trips, ({ viewer, query }) => co2.trips(viewer, query));
  implement(app, calls.exportTrips, async ({ viewer, query, reply }) =>
    sendFile(reply, await co2.tripFile(viewer, query)),
  );
}

function registerPlans(app: FastifyInstance, plans: CostPlansService): void {
  const calls = contract.costPlans;
  implement(app, calls.list, ({ viewer, query }) => plans.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await plans.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => plans.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => plans.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => plans.change(viewer, params.id, body));
  implement(app, calls.remove, ({ viewer, params }) => plans.remove(viewer, params.id));
}

function registerBudgets(app: FastifyInstance, budgets: CostBudgetsService): void {
  const calls = contract.costBudgets;
  implement(app, calls.year, ({ viewer, query }) => budgets.year(viewer, query));
  implement(app, calls.exportYear, async ({ viewer, query, reply }) =>
    sendFile(reply, await budgets.yearFile(viewer, query)),
  );
  implement(app, calls.save, ({ viewer, body }) => budgets.save(viewer, body));
  implement(app, calls.copy, ({ viewer, body }) => budgets.copy(viewer, body));
  implement(app, calls.figures, ({ viewer, query }) => budgets.figures(viewer, query));
  implement(app, calls.exportFigures, async ({ viewer, query, reply }) =>
    sendFile(reply, await budgets.file(viewer, query)),
  );
}
