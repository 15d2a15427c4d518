export { type EntryRow, knownEntries, lockEntries } from './catalogue.repository.ts';
export { registerCatalogueLists } from './catalogue.routes.ts';
export { CatalogueListsService } from './catalogue.service.ts';
export {
  entriesOf,
  type VehicleEntryRow,
} from './vehicle-lists/catalogue-vehicle-lists.repository.ts';
export { registerVehicleLists } from './vehicle-lists/catalogue-vehicle-lists.routes.ts';
export { VehicleListsService } from './vehicle-lists/catalogue-vehicle-lists.service.ts';
