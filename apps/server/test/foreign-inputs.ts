import { type CallName, FOREIGN, FOREIGN_FILE, type Input } from './foreign.ts';
import { foreignAgency } from './foreign-agency.ts';
import { foreignCoaching } from './foreign-coaching.ts';
import { foreignDataInputs } from './foreign-data-inputs.ts';
import { foreignDriverAssignments } from './foreign-driver-assignments.ts';
import { foreignDriverMessages } from './foreign-driver-messages.ts';
import { foreignDriverPlanning } from './foreign-driver-planning.ts';
import { foreignFaults } from './foreign-faults.ts';
import { foreignOrganisation } from './foreign-organisation.ts';
import { foreignParts } from './foreign-parts.ts';
import { foreignPeople } from './foreign-people.ts';
import { foreignRecordInputs } from './foreign-record-inputs.ts';
import { foreignStreams } from './foreign-streams.ts';
import { foreignUploads } from './foreign-uploads.ts';
import { foreignVehicleCheck } from './foreign-vehicle-check.ts';
import { circleBody } from './geofences.ts';
import type { TrackedFleet } from './tracked-fleet.ts';

type Inputs = Partial<Record<CallName, Input>>;

function foreignGeofences(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const params = { id: FOREIGN };
  const body = circleBody('Planted');
  return {
    'geofences.list': { query: { group: FOREIGN } },
    'geofences.read': { params },
    'geofences.change': { params, body },
    'geofences.putIntoGroups': { params, body: { groups: [] } },
    'geofences.remove': { params },
    'geofences.create': { body: { ...body, category: FOREIGN, groups: [FOREIGN] } },
    'geofences.importMany': { body: { geofences: [{ ...body, groups: [FOREIGN] }] } },
    'geofences.removeGroups': { body: { ids: [FOREIGN] } },
    'geofences.removeCategories': { body: { ids: [FOREIGN] } },
    'geofences.visits': {
      query: { vehicle, start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' },
    },
  };
}

/** Reports about the other customer's vehicle, and its schedule, which the table below plants. */
function foreignReports(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const range = { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' };
  const body = {
    name: 'Planted',
    kind: 'trips',
    format: 'csv',
    frequency: 'daily',
    hour: 7,
    time_zone: 'UTC',
    vehicle,
    driver: null,
    vehicle_group: null,
    emails: ['somebody@track.test'],
    is_active: true,
  };
  return {
    'reports.download': { params: { kind: 'trips' }, query: { vehicle, format: 'csv', ...range } },
    'reports.gpx': { query: { vehicle, ...range } },
    'reports.createSchedule': { body },
    'reports.changeSchedule': { params: { id: FOREIGN }, body: { ...body, vehicle: null } },
    'reports.removeSchedule': { params: { id: FOREIGN } },
  };
}

/** The other customer's alert rule and alert, which the table below plants. */
function foreignAlerts(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const params = { id: FOREIGN };
  const body = {
    name: 'Planted',
    is_active: true,
    severity: 'warning',
    event_codes: [41],
    vehicles: [vehicle],
    depots: [],
    weekdays: [1],
    from_minute: 0,
    until_minute: 1440,
    time_zone: 'UTC',
    notify_in_app: true,
    emails: [],
    webhook_url: null,
  };
  return {
    'alerts.createRule': { body: { ...body, geofences: [FOREIGN] } },
    'alerts.previewRule': { body: { ...body, geofences: [FOREIGN] } },
    'alerts.changeRule': { params, body: { ...body, vehicles: [] } },
    'alerts.removeRule': { params },
    'notificationPreferences.unsubscribe': { params },
  };
}

/** The other customer's clip with its camera, file, link and upload, which the table below plants. */
function foreignVideo(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const params = { id: FOREIGN };
  const june = { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' };
  const camera = { channel: 2, name: 'Planted', source: 'upload', live_mode: 'snapshot' };
  const address = { expires: 9_999_999_999, signature: 'A'.repeat(43) };
  return {
    'files.read': { params: { id: FOREIGN_FILE } },
    'cameras.createCamera': { body: { vehicle, ...camera } },
    'cameras.changeCamera': { params, body: { vehicle, ...camera } },
    'cameras.removeCamera': { params },
    'videoRecorded.recordings': { query: { vehicle, ...june } },
    'videoRecorded.list': { query: { vehicle } },
    'videoRecorded.create': { body: { vehicle, start: june.start, duration: 30 } },
    'videoRecorded.read': { params },
    'videoRecorded.change': { params, body: { notes: 'Planted', tags: [], keep: true } },
    'videoRecorded.remove': { params },
    'videoRecorded.cancel': { params },
    'videoRecorded.retry': { params },
    'videoRecorded.burnIn': { params },
    'videoRecorded.data': { params },
    'videoRecorded.view': { params, body: { kind: 'recorded', reason: 'Planted' } },
    'videoRecorded.shares': { params },
    'videoRecorded.share': { params, body: { expires_in_hours: 1 } },
    'videoRecorded.revokeShare': { params: { ...params, share: FOREIGN } },
    'videoRecorded.views': { query: { vehicle } },
    'videoRecorded.createUpload': {
      body: { vehicle, camera: 1, start: june.start, size: 1000, name: 'planted.mp4' },
    },
    'videoRecorded.uploadPiece': { params: { id: FOREIGN_FILE }, query: address },
    'videoRecorded.uploadState': { params: { id: FOREIGN_FILE }, query: address },
  };
}

/**
 * A right question that aims at records of the other customer; only calls that take none are absent.
 *
 * @param foreignEntry an entry of the other customer's audit log
 */
export function foreignInputs(fleet: TrackedFleet, foreignEntry: number): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const user = fleet.people.foreign;
  const june = { start: '2026-06-01T00:00:00Z', end: '2026-06-02T00:00:00Z' };
  return {
    'signIn.changePassword': {
      params: { id: user },
      body: { old_password: 'correct horse battery', new_password: 'another horse battery 7' },
    },
    'signIn.changePreferences': {
      params: { id: user },
      body: {
        prefs: {
          time_zone: null,
          date_format: null,
          time_format: null,
          units_distance: 'KMS',
          theme: null,
        },
      },
    },
    'pickers.repairers': { params: { customerId: fleet.away.customerId } },
    'tracking.trackGroup': { query: { group_id: fleet.away.depotId } },
    'tracking.trackVehicle': { params: { id: vehicle } },
    'tracking.vehicleStop': { params: { id: vehicle } },
    'trace.trace': { query: { vehicle, ...june } },
    'trace.matchedTrace': { query: { vehicle, ...june } },
    'trips.list': { query: { vehicle, ...june } },
    'trips.listMany': { query: { vehicle, ...june } },
    'timesheets.vehicleTimesheet': { query: { vehicle, ...june } },
    'timesheets.driverTimesheet': { query: { driver_id: fleet.foreignDriver, ...june } },
    'events.list': { query: { vehicle, ...june } },
    'events.review': { body: { events: [{ id: 1, version: 0 }], state: 'reviewed' } },
    'events.reviewers': { params: { id: 999_999_999 } },
    'events.reviewNotes': { params: { id: 999_999_999 } },
    'driverBehaviour.abc': { query: { vehicle_group: fleet.away.depotId, ...june } },
    'driverBehaviour.mobileye': { query: { vehicle_group: fleet.away.depotId, ...june } },
    ...foreignDriversHours(fleet),
    ...foreignGeofences(fleet),
    ...foreignReports(fleet),
    ...foreignAlerts(fleet),
    ...foreignVideo(fleet),
    ...foreignVehicleFile(fleet),
    ...foreignQrCodes(fleet),
    ...foreignInvestigations(),
    ...foreignOrganisation(fleet),
    ...foreignVehicleCheck(fleet),
    ...foreignUploads(fleet),
    ...foreignDriverAssignments(fleet),
    ...foreignDriverMessages(fleet),
    ...foreignDriverPlanning(fleet),
    ...foreignFaults(fleet),
    ...foreignStreams(fleet),
    ...foreignDataInputs(fleet),
    ...foreignParts(fleet),
    ...foreignAgency(fleet),
    ...foreignCoaching(fleet),
    ...foreignPeople(fleet, foreignEntry),
    'videoLive.chunks': { params: { vehicle } },
    'videoLive.snapshots': { params: { vehicle } },
    'videoLive.source': { params: { session: FOREIGN, camera: 1 } },
    'videoLive.begin': { body: { vehicle, duration: 15 } },
    'videoLive.end': { params: { id: FOREIGN } },
    'messages.send': { query: { vehicle }, body: { message: 'Planted' } },
    'messages.list': { query: { vehicle } },
    'vehicleShares.list': { params: { id: vehicle } },
    'vehicleShares.create': { params: { id: vehicle }, body: { expires_in_hours: 1 } },
    'vehicleShares.revoke': { params: { id: vehicle, share: FOREIGN } },
    'deviceCommands.offers': { params: { id: vehicle } },
    'deviceCommands.send': { params: { id: vehicle }, body: { instruction: { kind: 'position' } } },
    'deviceCommands.list': { query: { vehicle } },
    'deviceCommands.read': { params: { id: FOREIGN } },
    'deviceCommands.cancel': { params: { id: FOREIGN } },
    'deviceCommands.requestPositions': { body: { vehicles: [vehicle] } },
    'deviceCommands.settings': { params: { id: fleet.vehicles.f1.trackerId } },
    'deviceCommands.changeSettings': {
      params: { id: fleet.vehicles.f1.trackerId },
      body: { immobiliser_output: 1, immobiliser_cuts_when_on: true },
    },
    ...foreignCatalogue(fleet),
    'trackers.adoptDevice': {
      body: { identifier: '350000000000077', protocol: 'gt06', vehicle },
    },
  };
}

/** The other customer's vehicle, tracker and lists; the entry is planted below. */
function foreignCatalogue(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const { trackerId } = fleet.vehicles.f1;
  const { customerId } = fleet.away;
  const customer = { query: { customer: customerId } };
  const body = { registration: 'PLANTED 1', type: 'VAN' };
  const tracker = { tracker: '350000000000078', protocol: 'gt06' };
  const list = { kind: 'livery', id: FOREIGN };
  return {
    'vehicles.list': { query: { depot: fleet.away.depotId } },
    'vehicles.exportList': { query: { depot: fleet.away.depotId, format: 'csv' } },
    'vehicles.read': { params: { id: vehicle } },
    'vehicles.create': { body: { ...body, customer: customerId } },
    'vehicles.change': { params: { id: vehicle }, body },
    'vehicles.changeMany': { body: { ids: [vehicle], changes: { type: 'CAR' } } },
    'vehicles.remove': { body: { id: vehicle } },
    'vehicles.archive': { body: { ids: [vehicle], archived: true } },
    'vehicles.fittings': { params: { id: vehicle } },
    'vehicles.manufacturers': customer,
    'vehicles.models': customer,
    'vehicles.liveries': customer,
    'vehicles.driverCategories': customer,
    'vehicles.contractTypes': customer,
    'vehicles.leaseCompanies': customer,
    'vehicleLists.read': { params: list },
    'vehicleLists.create': { params: list, body: { name: 'Planted', customer: customerId } },
    'vehicleLists.change': { params: list, body: { name: 'Planted' } },
    'vehicleLists.archive': { params: list, body: { ids: [FOREIGN], archived: true } },
    'trackers.read': { params: { id: trackerId } },
    'trackers.create': { body: { ...tracker, vehicle } },
    'trackers.change': { params: { id: trackerId }, body: tracker },
    'trackers.remove': { body: { id: trackerId } },
    'trackers.archive': { body: { ids: [trackerId], archived: true } },
    'trackers.fittings': { params: { id: trackerId } },
    'trackers.connections': { params: { id: trackerId } },
    'trackers.rawFrames': { query: { tracker_id: trackerId } },
    'trackers.rawData': {
      query: { tracker_id: trackerId, start: '2026-06-01', end: '2026-06-02' },
    },
  };
}

/** The code on the other customer's vehicle, and what its help page says. */
function foreignQrCodes(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const body = {
    break_down_phone: '0800 1',
    logo: null,
    faqs: true,
    accident_reporting_enabled: true,
    is_dpd_local: false,
    accident_emails: ['planted@track.test'],
    faq_list: [{ question: 'Planted', answer: 'Planted' }],
  };
  return {
    'qrCodes.readCode': { params: { vehicle } },
    'qrCodes.renewCode': { params: { vehicle } },
    'qrCodes.revokeCode': { params: { vehicle } },
    'qrCodes.labels': { query: { vehicle } },
    'accidents.accidentForm': { query: { vehicle } },
    'helpPage.settings': { query: { customer: fleet.away.customerId } },
    'helpPage.changeSettings': { query: { customer: fleet.away.customerId }, body },
  };
}

/** The other customer's activity, its schedule and its types, which the table below plants. */
/** Right questions about drivers' hours that aim at a driver of another customer. */
function foreignDriversHours({ foreignDriver }: TrackedFleet): Inputs {
  const params = { id: foreignDriver };
  const entry = {
    kind: 'work',
    start: '2026-06-01T08:00:00Z',
    end: '2026-06-01T09:00:00Z',
    note: 'Planted',
  };
  return {
    'driversFile.list': { query: { driver: foreignDriver } },
    'driversFile.exportList': { query: { driver: foreignDriver, format: 'csv' } },
    'driversFile.driver': { params },
    'driversFile.changeDriver': { params, body: { born_on: '1980-01-01', version: 1 } },
    'driversFile.create': { params, body: { kind: 'training', title: 'Planted' } },
    'driversFile.read': { params: { id: FOREIGN } },
    'driversFile.change': { params: { id: FOREIGN }, body: { title: 'Planted', version: 1 } },
    'driversFile.remove': { params: { id: FOREIGN } },
    'driversFile.addProof': { params: { id: FOREIGN } },
    'licenceChecks.read': { params },
    'licenceChecks.check': { params },
    'driversHours.driver': { params, query: { from: '2026-06-01', to: '2026-06-02' } },
    'driversHours.addActivity': { params, body: entry },
    'driversHours.removeActivity': { params: { ...params, activity: FOREIGN } },
    'driversHours.infringements': { query: { driver: foreignDriver } },
    'driversHours.exportInfringements': { query: { driver: foreignDriver, format: 'csv' } },
    'driversHours.infringement': { params: { id: FOREIGN } },
    'ownHours.answer': { params: { id: FOREIGN }, body: { comment: 'Planted', version: 1 } },
    'driversHours.debrief': { params: { id: FOREIGN }, body: { state: 'debriefed', version: 1 } },
  };
}

function foreignVehicleFile(fleet: TrackedFleet): Inputs {
  const vehicle = fleet.vehicles.f1.vehicleId;
  const params = { id: FOREIGN };
  const scheduleType = { name: 'Planted', category: 'Planted', interval: '1y', vehicle_types: [] };
  const activityType = {
    name: 'Planted',
    reference: 'PLANTED',
    schedule_type: FOREIGN,
    require_user_date_input: false,
    use_activity_statuses_on_ui: false,
    statuses: [],
    internal_use: false,
    vehicle_types: [],
  };
  return {
    'vehicleFile.activityType': { params },
    'vehicleFile.createActivityType': { body: activityType },
    'vehicleFile.changeActivityType': { params, body: activityType },
    'schedules.scheduleType': { params, query: { vehicle } },
    'schedules.changeScheduleType': { params, body: scheduleType },
    'schedules.changeVehicleInterval': {
      params: { id: 1, vehicle },
      body: { interval: '2y' },
    },
    'schedules.createCalendarFeed': { body: { name: 'Planner', depot: FOREIGN } },
    'schedules.removeCalendarFeed': { params },
    'schedules.schedules': { query: { vehicle } },
    'schedules.planSchedule': { params, body: { planned_date: null } },
    'vehicleFile.list': { query: { vehicle } },
    'vehicleFile.read': { params },
    'vehicleFile.archive': { params, body: { archived: true } },
    'vehicleFile.trail': { params },
    'vehicleFile.document': { params },
    'vehicleFile.exportList': { query: { vehicle, format: 'csv' } },
    'records.defectReport': { params, body: { record_id: FOREIGN } },
    'records.inspectionReport': { params },
    'walkaroundRecords.create': { params: { id: fleet.away.depotId } },
    'walkaroundRecords.read': { params },
    'walkaroundRecords.report': { params },
    'walkaround.template': { params },
    'walkaround.changeTemplate': {
      params,
      body: { items: [{ section: '', name: 'Planted', area: 'other', hint: '' }] },
    },
    'walkaround.dropTemplate': { params },
    'walkaround.send': {
      body: {
        vehicle,
        template: 1,
        started_at: '2026-06-01T06:30:00Z',
        done_at: '2026-06-01T06:35:00Z',
        odometer: null,
        lat: null,
        long: null,
        answers: [{ item: 0, result: 'ok' }],
        signature: '',
        signed_name: 'Planted',
      },
    },
    ...foreignRecordInputs(fleet),
    'defects.read': { params },
    'defects.move': { params },
    'defects.assignMany': { body: { ids: [FOREIGN], repairer: 'Planted' } },
    'inspections.read': { params },
    'inspections.move': { params, body: { status: '11', version: 1 } },
    'vor.ofVehicle': { query: { vehicle } },
    'vor.set': { body: { vehicle, reason: 'other', off_road_at: '2026-06-01T00:00:00Z' } },
    'vor.change': { params, body: { version: 1, note: 'Planted' } },
    'vor.list': { query: { vehicle } },
    'vor.figures': { query: { vehicle } },
    'qrCodes.driverCheckLatest': { query: { vehicle_id: vehicle, registration: 'CANARY 1' } },
    'qrCodes.documentLatest': { query: { vehicle_id: vehicle, registration: 'CANARY 1' } },
    'vor.exportList': { query: { vehicle, format: 'csv' } },
    'vor.read': { params },
    'vor.report': { params },
  };
}

/** The other customer's investigation and its template, which the table below plants. */
function foreignInvestigations(): Inputs {
  const params = { id: FOREIGN };
  const one = { id: FOREIGN, investigationId: FOREIGN };
  const question = { question: 'Planted', answer_type: 'TEXT', answer_choices: [] };
  const template = { title: 'Planted', activity_type: FOREIGN, questions: [question] };
  const answers = [{ question_id: FOREIGN, answer: 'Planted' }];
  return {
    'investigations.template': { params },
    'investigations.createTemplate': { body: template },
    'investigations.changeTemplate': { params, body: { ...template, activity_type: 6 } },
    'investigations.list': { params },
    'investigations.options': { params },
    'investigations.open': { params, body: { template: FOREIGN } },
    'investigations.read': { params: one },
    'investigations.update': { params: one, body: { answers, status: 'PENDING' } },
    'investigations.assign': { params: one, body: { assignee: null, due_date: null } },
  };
}
