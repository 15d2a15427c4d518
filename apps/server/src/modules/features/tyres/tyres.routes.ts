import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { TyreCostsService } from './costs/tyres-costs.service.ts';
import type { TyreMovesService } from './moves/tyres-moves.service.ts';
import type { TyreUndoService } from './moves/tyres-undo.service.ts';
import type { TyreRegisterService } from './register/tyres-register.service.ts';
import type { VehicleTyresService } from './vehicle/tyres-vehicle.service.ts';

/** Registers the routes of tyres and of the wheels of vehicles. */
export function registerTyreRoutes(
  app: FastifyInstance,
  tyres: TyreRegisterService,
  vehicles: VehicleTyresService,
  moves: TyreMovesService,
  undos: TyreUndoService,
): void {
  const calls = contract.tyres;
  implement(app, calls.list, ({ viewer, query }) => tyres.list(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await tyres.file(viewer, query)),
  );
  implement(app, calls.create, ({ viewer, body }) => tyres.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => tyres.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) => tyres.change(viewer, params.id, body));
  implement(app, calls.remove, ({ viewer, params }) => tyres.remove(viewer, params.id));
  implement(app, calls.pressures, ({ viewer, params, query }) =>
    tyres.pressures(viewer, params.id, query),
  );
  implement(app, calls.undo, ({ viewer, params, body }) => undos.undo(viewer, params.id, body));
  implement(app, calls.step, ({ viewer, params, body }) => tyres.step(viewer, params.id, body));
  implement(app, calls.vehicle, ({ viewer, params }) => vehicles.read(viewer, params.vehicle));
  implement(app, calls.move, ({ viewer, params, body }) =>
    moves.move(viewer, params.vehicle, body),
  );
  implement(app, calls.addReadings, ({ viewer, params, body }) =>
    vehicles.addReadings(viewer, params.vehicle, body),
  );
  implement(app, calls.changeSettings, ({ viewer, params, body }) =>
    vehicles.changeSettings(viewer, params.vehicle, body),
  );
}

/** Registers the routes of the costs of tyres. */
export function registerTyreCostRoutes(app: FastifyInstance, costs: TyreCostsService): void {
  const calls = contract.tyreCosts;
  implement(app, calls.report, ({ viewer, query }) => costs.report(viewer, query));
  implement(app, calls.export, async ({ viewer, query, reply }) =>
    sendFile(reply, await costs.file(viewer, query)),
  );
  implement(app, calls.tyres, ({ viewer, query }) => costs.tyres(viewer, query));
}
