import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { CatalogueService } from './catalogue/parts-catalogue.service.ts';
import { registerPartOrderRoutes } from './orders/parts-orders.routes.ts';
import { PartOrdersService } from './orders/parts-orders.service.ts';
import { registerPartRoutes } from './parts.routes.ts';
import { StockService } from './stock/parts-stock.service.ts';
import { StoresService } from './stores/parts-stores.service.ts';
import { SuppliersService } from './suppliers/parts-suppliers.service.ts';
import { registerStockTakeRoutes } from './takes/parts-takes.routes.ts';
import { StockTakesService } from './takes/parts-takes.service.ts';

export { type PartRow, partsNumbered } from './catalogue/parts-catalogue.repository.ts';
export {
  CatalogueService,
  describedPart,
  type PartBody,
} from './catalogue/parts-catalogue.service.ts';
export { type OfferRow, offersOf } from './catalogue/parts-offers.repository.ts';
export { registerOrderMails } from './orders/parts-orders-mail.ts';
export { stockOfMovement } from './stock/parts-stock.service.ts';
export { moveStock } from './stock/parts-stock-move.ts';

/** Parts of the workshop: catalogue, suppliers, stores, the movements of their stock, purchase orders and stock-takes. */
export function registerParts(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'files' | 'config'>,
): void {
  const { db } = services;
  registerPartRoutes(app, {
    catalogue: new CatalogueService(db),
    suppliers: new SuppliersService(db),
    stores: new StoresService(db),
    stock: new StockService(db),
  });
  registerPartOrderRoutes(app, new PartOrdersService(services));
  registerStockTakeRoutes(app, new StockTakesService(services));
}
