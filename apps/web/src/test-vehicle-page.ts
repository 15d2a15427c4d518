/** The answer of the page of a vehicle with as little as possible. */
export const BARE_VEHICLE = {
  id: 7,
  registration: 'AB12 CDE',
  type: 'VAN',
  model: null,
  fuel: 'Diesel',
  vin: null,
  first_registered_on: null,
  kind: 'van',
  axles: null,
  gross_weight_kg: null,
  train_weight_kg: null,
  trailer_number: null,
  owner: null,
  is_international_haulage: false,
  tachograph: {
    is_required: false,
    reason: 'no_international_haulage',
    article: '2(1)(aa), 3(ha)',
  },
  is_active: true,
  customer_name: 'Home',
  depots: [],
  driver: null,
  status: null,
  schedule: null,
  defects: null,
  off_road: null,
  check: null,
  costs: { off_road: null, defects: null },
  devices: null,
};

/** The status of a vehicle that never sent a position. */
export const OFFLINE = {
  state: 'offline',
  since: null,
  timestamp: null,
  lat: null,
  long: null,
  dir: 0,
  speed: 0,
  address: null,
  odometer: null,
};

/** The answer of the page of a trailer without tracker. */
export const BARE_TRAILER = {
  ...BARE_VEHICLE,
  registration: 'TR101',
  type: 'STR',
  kind: 'semi_trailer',
  status: OFFLINE,
};
