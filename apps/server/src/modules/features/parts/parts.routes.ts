import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement, sendFile } from '../../../platform/http/index.ts';
import type { CatalogueService } from './catalogue/parts-catalogue.service.ts';
import type { StockService } from './stock/parts-stock.service.ts';
import type { StoresService } from './stores/parts-stores.service.ts';
import type { SuppliersService } from './suppliers/parts-suppliers.service.ts';

interface PartsServices {
  readonly catalogue: CatalogueService;
  readonly suppliers: SuppliersService;
  readonly stores: StoresService;
  readonly stock: StockService;
}

/** Registers the routes of parts, suppliers, stores and movements. */
export function registerPartRoutes(app: FastifyInstance, services: PartsServices): void {
  const calls = contract.parts;
  const { catalogue, suppliers, stores, stock } = services;
  implement(app, calls.list, ({ viewer, query }) => catalogue.list(viewer, query));
  implement(app, calls.exportList, async ({ viewer, query, reply }) =>
    sendFile(reply, await catalogue.file(viewer, query)),
  );
  implement(app, calls.figures, ({ viewer }) => catalogue.figures(viewer));
  implement(app, calls.create, ({ viewer, body }) => catalogue.create(viewer, body));
  implement(app, calls.read, ({ viewer, params }) => catalogue.read(viewer, params.id));
  implement(app, calls.change, ({ viewer, params, body }) =>
    catalogue.change(viewer, params.id, body),
  );
  implement(app, calls.archive, ({ viewer, body }) => catalogue.archive(viewer, body));
  implement(app, calls.changePlace, ({ viewer, params, body }) =>
    catalogue.changePlace(viewer, params, body),
  );
  implement(app, calls.suppliers, ({ viewer, query }) => suppliers.list(viewer, query));
  implement(app, calls.supplier, ({ viewer, params }) => suppliers.read(viewer, params.id));
  implement(app, calls.createSupplier, ({ viewer, body }) => suppliers.create(viewer, body));
  implement(app, calls.changeSupplier, ({ viewer, params, body }) =>
    suppliers.change(viewer, params.id, body),
  );
  implement(app, calls.archiveSuppliers, ({ viewer, body }) => suppliers.archive(viewer, body));
  implement(app, calls.stores, ({ viewer, query }) => stores.list(viewer, query));
  implement(app, calls.store, ({ viewer, params }) => stores.read(viewer, params.id));
  implement(app, calls.createStore, ({ viewer, body }) => stores.create(viewer, body));
  implement(app, calls.changeStore, ({ viewer, params, body }) =>
    stores.change(viewer, params.id, body),
  );
  implement(app, calls.archiveStores, ({ viewer, body }) => stores.archive(viewer, body));
  implement(app, calls.movements, ({ viewer, query }) => stock.list(viewer, query));
  implement(app, calls.movement, ({ viewer, params }) => stock.read(viewer, params.id));
  implement(app, calls.exportMovements, async ({ viewer, query, reply }) =>
    sendFile(reply, await stock.file(viewer, query)),
  );
  implement(app, calls.move, ({ viewer, body }) => stock.move(viewer, body));
}
