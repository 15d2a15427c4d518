import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { CatalogueService } from './catalogue/parts-catalogue.service.ts';
import { registerPartRoutes } from './parts.routes.ts';
import { StockService } from './stock/parts-stock.service.ts';
import { StoresService } from './stores/parts-stores.service.ts';
import { SuppliersService } from './suppliers/parts-suppliers.service.ts';

export {
  type OfferRow,
  offersOf,
  type PartRow,
  partsNumbered,
} from './catalogue/parts-catalogue.repository.ts';
export { CatalogueService, type PartBody } from './catalogue/parts-catalogue.service.ts';
export { stockOfMovement } from './stock/parts-stock.service.ts';
export { moveStock } from './stock/parts-stock-move.ts';

/** Parts of the workshop: catalogue, suppliers, stores, and the movements of their stock. */
export function registerParts(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  registerPartRoutes(app, {
    catalogue: new CatalogueService(db),
    suppliers: new SuppliersService(db),
    stores: new StoresService(db),
    stock: new StockService(db),
  });
}
