import { MEASURES } from '@roadworthy/domain';
import { type CallName, FOREIGN, type Input } from './foreign.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

/** Limits of the other customer as somebody would plant them. */
const PLANTED_LIMITS = {
  brake_service: 1,
  brake_secondary: 1,
  brake_parking: 1,
  tread_heavy: 0,
  tread_light: 0,
  short_check: 0,
  due_advisory: 1,
  due_minor: 1,
  due_major: 1,
  due_dangerous: 1,
  measures: MEASURES.map((measure) => ({ measure, target: 1, trigger: 1 })),
  version: 1,
};

/** Lists of records, figures, limits and partner keys, asked for with what is the other customer's. */
export function foreignRecordInputs(fleet: TrackedFleet): Partial<Record<CallName, Input>> {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const depot = fleet.away.depotId;
  const customer = fleet.away.customerId;
  return {
    'defects.list': { query: { vehicle } },
    'defects.figures': { query: { vehicle } },
    'defects.exportList': { query: { vehicle, format: 'csv' } },
    'inspections.list': { query: { vehicle } },
    'inspections.figures': { query: { vehicle } },
    'inspections.exportList': { query: { vehicle, format: 'csv' } },
    ...foreignBrakeTests(fleet),
    'earnedRecognition.figures': { query: { depot } },
    'earnedRecognition.exportFigures': { query: { depot, format: 'csv' } },
    'earnedRecognition.records': { query: { depot, measure: 'M1' } },
    'earnedRecognition.exportRecords': { query: { depot, measure: 'M4', format: 'csv' } },
    'earnedRecognitionLimits.read': { query: { customer } },
    'earnedRecognitionLimits.change': { query: { customer }, body: PLANTED_LIMITS },
    'workOrders.list': { query: { vehicle } },
    'workOrders.figures': { query: { vehicle } },
    'workOrders.exportList': { query: { vehicle, format: 'csv' } },
    'workOrders.create': { body: { vehicle, title: 'Planted' } },
    'workOrders.read': { params: { id: FOREIGN } },
    'workOrders.pdf': { params: { id: FOREIGN } },
    'workOrders.change': { params: { id: FOREIGN }, body: { version: 1, title: 'Planted' } },
    'workOrders.move': { params: { id: FOREIGN } },
    'workOrders.addPhotographs': { params: { id: FOREIGN } },
    'workOrders.addLine': { params: { id: FOREIGN } },
    'workOrders.changeLine': { params: { id: FOREIGN, line: FOREIGN } },
    'workOrders.removeLine': { params: { id: FOREIGN, line: FOREIGN }, query: { version: 1 } },
    'workOrders.issueLine': { params: { id: FOREIGN, line: FOREIGN }, body: { version: 1 } },
    'workOrders.returnLine': {
      params: { id: FOREIGN, line: FOREIGN },
      body: { version: 1, quantity: 1 },
    },
    'workOrders.clock': { params: { id: FOREIGN }, body: { is_running: true } },
    'workOrders.correctTime': {
      params: { id: FOREIGN, time: FOREIGN },
      body: {
        started_at: '2026-06-01T08:00:00Z',
        ended_at: '2026-06-01T09:00:00Z',
        reason: 'Planted',
      },
    },
    'workOrders.createLink': { params: { id: FOREIGN }, body: { expires_in_days: 7 } },
    'workOrders.revokeLink': { params: { id: FOREIGN, link: FOREIGN } },
    'workOrders.board': {
      query: { depot, start_date: '2026-06-01', end_date: '2026-06-02' },
    },
    'workOrderCampaigns.list': { query: { vehicle } },
    'workOrderCampaigns.vehicles': { query: { vehicle } },
    'workOrderCampaigns.export': { query: { vehicle, format: 'csv' } },
    'workOrderCampaigns.read': { params: { id: FOREIGN } },
    'workOrderCampaigns.change': {
      params: { id: FOREIGN },
      body: { number: 'PLANTED', title: 'Planted', is_safety: true },
    },
    'workOrderCampaigns.remove': { params: { id: FOREIGN } },
    'workOrderCampaigns.setVehicle': {
      params: { id: FOREIGN, vehicle },
      body: { state: 'not_affected', reason: 'Planted' },
    },
    'workOrderCampaigns.createOrders': { params: { id: FOREIGN }, body: { vehicles: [vehicle] } },
    'workOrders.costs': { query: { vehicle } },
    'partnerKeys.create': { body: { name: 'Planted', customer } },
    'partnerKeys.read': { params: { id: FOREIGN } },
    'partnerKeys.revoke': { params: { id: FOREIGN } },
  };
}

/** Brake tests, plans and inspectors of the other customer. */
function foreignBrakeTests(fleet: TrackedFleet): Partial<Record<CallName, Input>> {
  const ofVehicle = { params: { id: fleet.vehicles.f1.vehicleId } };
  const params = { id: FOREIGN };
  const { depotId: depot } = fleet.away;
  return {
    'brakeTests.list': { query: { depot } },
    'brakeTests.exportList': { query: { depot, format: 'csv' } },
    'brakeTests.vehicle': ofVehicle,
    'brakeTests.changePlan': {
      ...ofVehicle,
      body: {
        category: null,
        regime: 'roller',
        assessment: '',
        assessed_by: '',
        review_on: null,
        licence_weeks: null,
        use: null,
        version: 1,
      },
    },
    'brakeTests.create': {
      ...ofVehicle,
      body: { method: 'ebpms', tested_at: '2026-06-01T08:00:00Z', tester: 'Planted' },
    },
    'brakeTests.printOut': { params },
    'brakeTests.void': { params, body: { reason: 'Planted', version: 1 } },
    'inspectors.read': { params },
    'inspectors.change': {
      params,
      body: { name: 'Planted', qualification: 'Planted', version: 1 },
    },
    'inspectors.archive': { body: { ids: [FOREIGN], archived: true } },
  };
}
