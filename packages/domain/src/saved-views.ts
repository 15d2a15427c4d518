/** The lists of which people save views, by the ids of their tables in the web app. */
export const SAVED_VIEW_LISTS = [
  'audit',
  'checkTemplates',
  'clips',
  'customers',
  'defects',
  'deliveries',
  'depots',
  'drivers',
  'driversFile',
  'events',
  'inspections',
  'notifications',
  'outgoingStreams',
  'dataInputs',
  'partnerKeys',
  'privateUse',
  'regions',
  'templates',
  'texts',
  'trackers',
  'users',
  'vehicle-check-AUD',
  'vehicle-check-DMG',
  'vehicle-check-DRV',
  'vehicle-check-GTC',
  'vehicle-check-HND',
  'vehicle-check-NOT',
  'vehicle-check-SRV',
  'vehicle-check-STD',
  'vehicle-check-VEH',
  'vehicle-file',
  'vehicleLists.contract_type',
  'vehicleLists.driver_category',
  'vehicleLists.lease_company',
  'vehicleLists.livery',
  'vehicleLists.manufacturer',
  'vehicleLists.model',
  'vehicles',
  'vor',
  'workOrders',
] as const;

export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

/** Whether people save views of a table. */
export const isSavedViewList = (id: string): id is SavedViewList =>
  (SAVED_VIEW_LISTS as readonly string[]).includes(id);

/** Views of a list: of each person, and shared views of each customer. */
export const SAVED_VIEWS_MAX = 30;
/** Characters of the name of a view. */
export const SAVED_VIEW_NAME_MAX = 60;
/** Widths of columns, px: at least a short word, at most most of a screen. */
export const COLUMN_WIDTH_PX = { min: 64, max: 800 } as const;
