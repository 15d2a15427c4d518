import type { TrackedFleet } from './tracked-fleet.ts';

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** Right questions about regions, depots, drivers and customers that aim at those of another customer. */
export function foreignOrganisation({ away, vehicles, foreignDriver, people }: TrackedFleet) {
  const { depotId, regionId } = away;
  const driver = {
    first_name: 'Planted',
    surname: 'Driver',
    vehicle: vehicles.f1.vehicleId,
    user: people.foreign,
  };
  const depot = { name: 'Planted', vehicles: [vehicles.f1.vehicleId] };
  return {
    'depots.groups': { query: { region: regionId } },
    'depots.list': { query: { region: regionId } },
    'depots.exportList': { query: { region: regionId, format: 'csv' } },
    'depots.create': { body: depot },
    'depots.read': { params: { id: depotId } },
    'depots.change': { params: { id: depotId }, body: depot },
    'depots.remove': { body: { id: depotId } },
    'depots.archive': { body: { ids: [depotId], archived: true } },
    'depots.move': { body: { ids: [depotId], region: null } },
    'depots.ofVehicle': { params: { vehicleId: vehicles.f1.vehicleId } },
    'depots.regionDepots': { params: { id: regionId } },
    'depots.regionFigures': { params: { id: regionId } },
    'drivers.create': { body: driver },
    'drivers.read': { params: { id: foreignDriver } },
    'drivers.change': { params: { id: foreignDriver }, body: driver },
    'drivers.remove': { body: { id: foreignDriver } },
    'drivers.archive': { body: { ids: [foreignDriver], archived: true } },
    'drivers.changeMany': { body: { ids: [foreignDriver], category: null } },
    'customers.read': { params: { id: away.customerId } },
    'customers.change': { params: { id: away.customerId }, body: { name: 'Planted' } },
    'customers.remove': { body: { ids: [away.customerId] } },
    'customers.archive': { body: { ids: [away.customerId], archived: true } },
    'catalogueLists.read': { params: { kind: 'schedule_type', id: 90_001 } },
    'catalogueLists.archive': {
      params: { kind: 'schedule_type' },
      body: { ids: [90_001], archived: true },
    },
    'catalogueLists.remove': { params: { kind: 'activity_type' }, body: { ids: [90_001] } },
    'catalogueLists.createRepairer': { body: { name: 'Planted', customer: away.customerId } },
    'catalogueLists.changeRepairer': { params: { id: 90_001 }, body: { name: 'Planted' } },
    'catalogueLists.createCategory': {
      body: { name: 'Planted', colour: '#112233', customer: away.customerId },
    },
    'catalogueLists.changeCategory': {
      params: { id: 90_001 },
      body: { name: 'Planted', colour: '#112233' },
    },
    'notifications.create': {
      body: {
        email: 'planted@track.test',
        notification_type: 'vehicle_std_emails',
        depots: [depotId],
      },
    },
    'notifications.read': { params: { emailId: 90_001 } },
    'notifications.remove': { params: { emailId: 90_001 } },
    'notifications.setDepots': { body: { id: 90_001, depots: [depotId] } },
    'notifications.test': { body: { id: 90_001 } },
    'depots.depotFigures': { params: { id: depotId } },
  } as const satisfies Readonly<Record<string, Input>>;
}
