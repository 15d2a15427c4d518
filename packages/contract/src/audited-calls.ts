import type { AuditAction, AuditKind } from '@roadworthy/domain';
import type { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

/** What the audit log records of a successful call. */
export type CallAudit =
  /** An entry for each call; `id` is the parameter, query or body field that names the record. */
  | {
      readonly action: Exclude<AuditAction, 'viewed' | 'refused'>;
      readonly kind: AuditKind;
      readonly id?: string;
    }
  /** A view of positions: one entry per person, record and days every 30 minutes. */
  | { readonly shows: string; readonly kind?: 'vehicle' | 'driver'; readonly id?: string }
  /** The call writes to the viewing log of video, or returns entries of it. */
  | { readonly viewingLog: true }
  /** No entry, with the reason. */
  | { readonly none: string };

type Contract = typeof contract;
type CallOf<M extends keyof Contract, N extends keyof Contract[M]> = Contract[M][N] extends Endpoint
  ? Contract[M][N]
  : never;
/** Changes something, or answers with a file or a stream. */
type MustDecide<E extends Endpoint> = E['method'] extends 'GET'
  ? E['raw'] extends 'file' | 'redirect' | 'event-stream' | 'ndjson'
    ? true
    : false
  : true;
type CallsThatMustDecide = {
  [M in keyof Contract]: {
    [N in keyof Contract[M] & string]: MustDecide<CallOf<M, N>> extends true ? `${M}.${N}` : never;
  }[keyof Contract[M] & string];
}[keyof Contract];
type AnyCall = {
  [M in keyof Contract]: `${M}.${keyof Contract[M] & string}`;
}[keyof Contract];

const created = (kind: AuditKind) => ({ action: 'created', kind }) as const;
const changed = (kind: AuditKind, id?: string) =>
  ({ action: 'changed', kind, ...(id === undefined ? {} : { id }) }) as const;
const archived = (kind: AuditKind) => ({ action: 'archived', kind }) as const;
const removed = (kind: AuditKind, id?: string) =>
  ({ action: 'removed', kind, ...(id === undefined ? {} : { id }) }) as const;
const exported = (kind: AuditKind, id?: string) =>
  ({ action: 'exported', kind, ...(id === undefined ? {} : { id }) }) as const;
const shows = (what: string, kind?: 'vehicle' | 'driver', id?: string) =>
  ({
    shows: what,
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
  }) as const;
const none = (reason: string) => ({ none: reason }) as const;
const VIEWING_LOG = { viewingLog: true } as const;

const SIGN_IN = none('Sessions are listed in the account; failed sign-ins are security events.');
const PREPARES = none('Prepares a change that the next call makes.');
const REPAIRER = none('Public, by a link of a repairer; the history of the order has each answer.');
const SIGNED_ADDRESS = none('Public, by a signed address that another call handed out.');

/**
 * What the audit log keeps of each call. A call that changes something, or answers with a file or a
 * stream, does not compile without a line here; one that shows positions or video is held by a test.
 * A service may write a fuller entry itself, with the values before and after: then that one stands alone.
 */
export const AUDITED_CALLS: Readonly<
  Record<CallsThatMustDecide, CallAudit> & Partial<Record<AnyCall, CallAudit>>
> = {
  'signIn.authenticate': SIGN_IN,
  'signIn.ssoLogin': SIGN_IN,
  'signIn.createSession': SIGN_IN,
  'signIn.refreshSession': SIGN_IN,
  'signIn.endSession': SIGN_IN,
  'signIn.requestPasswordReset': none('Sends a link; its use is what changes the password.'),
  'signIn.resetPassword': none(
    'Public: the service writes the entry of the account that it found.',
  ),
  'signIn.setPassword': none('Public: the service writes the entry of the account that it found.'),
  'signIn.changePassword': changed('user', 'id'),
  'signIn.changePreferences': none('Only how the person themselves sees the product.'),
  'signIn.firstAdministrator': none('Nobody exists before it, and no customer has a log yet.'),
  'account.beginTotp': PREPARES,
  'account.confirmTotp': created('second_factor'),
  'account.removeTotp': removed('second_factor'),
  'account.renewRecoveryCodes': changed('second_factor'),
  'account.beginPasskey': PREPARES,
  'account.addPasskey': created('second_factor'),
  'account.removePasskey': removed('second_factor', 'id'),
  'account.endSession': removed('session', 'id'),
  'account.createToken': created('api_token'),
  'account.removeToken': removed('api_token', 'id'),
  'account.changePolicy': changed('customer'),

  'tracking.trackGroups': shows('live_map'),
  'tracking.trackDriverGroups': shows('live_map'),
  'tracking.track': shows('live_map'),
  'tracking.trackGroup': shows('live_map'),
  'tracking.trackVehicle': shows('track_vehicle', 'vehicle', 'id'),
  'tracking.depotPlaces': none('The position of depots, not of vehicles.'),
  'tracking.vehicleStop': shows('vehicle_stop', 'vehicle', 'id'),
  'tracking.liveTrack': shows('live_map'),
  'overviews.vehicle': shows('vehicle_page', 'vehicle', 'id'),
  'overviews.driver': shows('driver_page', 'driver', 'id'),
  'overviews.driverTrips': shows('driver_trips', 'driver', 'id'),
  'overviews.depot': none('The position of the depot, not of a vehicle.'),
  'overviews.depotVehicles': shows('depot_vehicles'),
  'trace.trace': shows('trace', 'vehicle', 'vehicle'),
  'trace.matchedTrace': shows('trace_matched', 'vehicle', 'vehicle'),
  'fuel.vehicle': shows('fuel', 'vehicle', 'id'),
  'trips.list': shows('trips', 'vehicle', 'vehicle'),
  'trips.listMany': shows('trips', 'vehicle', 'vehicle'),
  'timesheets.vehicleTimesheet': shows('timesheet', 'vehicle', 'vehicle'),
  'timesheets.driverTimesheet': shows('driver_timesheet', 'driver', 'driver_id'),
  'events.list': shows('events', 'vehicle', 'vehicle'),
  'events.review': changed('event_review'),
  'geofences.visits': shows('geofence_visits', 'vehicle', 'vehicle'),
  'geofences.list': none('Shapes that the customer drew, not where a vehicle was.'),
  'geofences.groupList': none('Shapes that the customer drew, not where a vehicle was.'),
  'geofences.read': none('A shape that the customer drew, not where a vehicle was.'),
  'alerts.list': none('Sends the place of one event to its recipients; opening it is logged.'),
  'reports.download': exported('vehicle', 'vehicle'),
  'reports.gpx': exported('vehicle', 'vehicle'),

  'geofences.create': created('geofence'),
  'geofences.change': changed('geofence', 'id'),
  'geofences.putIntoGroups': changed('geofence', 'id'),
  'geofences.remove': removed('geofence', 'id'),
  'geofences.createGroup': created('geofence_group'),
  'geofences.removeGroups': removed('geofence_group'),
  'geofences.createCategory': created('geofence_category'),
  'geofences.removeCategories': removed('geofence_category'),
  'geofences.importMany': created('geofence'),
  'geofences.exportFile': exported('geofence'),
  'alerts.createRule': created('alert_rule'),
  'alerts.previewRule': none('Counts events by day, without vehicles and places.'),
  'alerts.changeRule': changed('alert_rule', 'id'),
  'alerts.removeRule': removed('alert_rule', 'id'),
  'alerts.markRead': none('Only what the person themselves has read.'),
  'reports.createSchedule': created('report_schedule'),
  'reports.changeSchedule': changed('report_schedule', 'id'),
  'reports.removeSchedule': removed('report_schedule', 'id'),
  'savedViews.create': none('Only a view of the person themselves.'),
  'savedViews.change': none('The service writes an entry for a shared view.'),
  'savedViews.remove': none('The service writes an entry for a shared view.'),
  'savedViews.share': changed('saved_view', 'id'),
  'savedViews.setDefault': none('Only how the person themselves sees a list.'),
  'messages.send': created('message'),
  'vehicleShares.list': none('The only place is the destination that a person entered.'),
  'vehicleShares.create': created('vehicle_share'),
  'vehicleShares.revoke': removed('vehicle_share', 'share'),
  'vehicleShares.follow': none(
    'Public, by a link whose creation is logged and whose views are counted.',
  ),
  'deviceCommands.send': none('The service writes an entry with the command and its reason.'),
  'deviceCommands.cancel': changed('device_command', 'id'),
  'deviceCommands.requestPositions': none('The service writes an entry for each vehicle.'),
  'deviceCommands.changeSettings': none('The service writes an entry of the tracker.'),
  'notifications.setCustomerEmails': changed('notification'),
  'notifications.addAndRemove': changed('notification'),
  'notifications.create': created('notification'),
  'notifications.remove': removed('notification', 'emailId'),
  'notifications.setDepots': changed('notification'),
  'notifications.test': none('Sends a test to the address that is entered; nothing changes.'),
  'notifications.returned': none('A returned mail, from the mail server.'),
  'notifications.unsubscribe': none(
    'Public: only the recipient; the list shows unsubscribed addresses.',
  ),
  'notifications.exportList': exported('notification'),

  'notificationPreferences.change': none('Only how the person themselves is notified.'),
  'notificationPreferences.test': none('Sends a test to the person themselves; nothing changes.'),
  'notificationPreferences.subscribe': none('Only a browser of the person themselves.'),
  'notificationPreferences.unsubscribe': none('Only a browser of the person themselves.'),

  'vehicles.create': created('vehicle'),
  'vehicles.change': changed('vehicle', 'id'),
  'vehicles.changeMany': changed('vehicle'),
  'vehicles.remove': archived('vehicle'),
  'vehicles.archive': archived('vehicle'),
  'vehicles.exportList': exported('vehicle'),
  'vehicleLists.create': created('list'),
  'vehicleLists.change': changed('list', 'id'),
  'vehicleLists.archive': archived('list'),
  'vehicleLists.exportList': exported('list'),
  'trackers.create': created('tracker'),
  'trackers.change': changed('tracker', 'id'),
  'trackers.remove': archived('tracker'),
  'trackers.archive': archived('tracker'),
  'trackers.adoptDevice': created('tracker'),
  'trackers.exportList': exported('tracker'),
  'trackers.rawData': none('The service writes the look, by the vehicle of each device.'),
  'imports.send': none('The service writes an entry for each record that the file changes.'),
  'imports.template': none('An empty file with headings.'),
  'catalogue.archive': archived('list'),
  'catalogue.remove': removed('list'),
  'catalogue.createRepairer': created('repairer'),
  'catalogue.changeRepairer': changed('repairer', 'id'),
  'catalogue.createCategory': created('geofence_category'),
  'catalogue.changeCategory': changed('geofence_category', 'id'),
  'catalogue.exportList': exported('list'),
  'customers.create': created('customer'),
  'customers.remove': archived('customer'),
  'customers.archive': archived('customer'),
  'customers.change': changed('customer', 'id'),
  'customers.exportList': exported('customer'),
  'customers.logo': none('A public image.'),
  'customTexts.change': changed('text', 'id'),
  'inspectors.create': created('inspector'),
  'inspectors.change': changed('inspector', 'id'),
  'inspectors.archive': archived('inspector'),
  'brakeTests.exportList': exported('brake_test'),
  'brakeTests.changePlan': changed('brake_plan', 'id'),
  'brakeTests.create': created('brake_test'),
  'brakeTests.printOut': changed('brake_test', 'id'),
  'brakeTests.void': changed('brake_test', 'id'),
  'brakeTests.changeSettings': changed('record_limits'),
  'depots.create': created('depot'),
  'depots.change': changed('depot', 'id'),
  'depots.remove': archived('depot'),
  'depots.archive': archived('depot'),
  'depots.move': changed('depot'),
  'depots.exportList': exported('depot'),
  'driversHours.driver': shows('driving and rest', 'driver', 'id'),
  'driversHours.addActivity': created('driver_activity'),
  'driversHours.removeActivity': removed('driver_activity', 'activity'),
  'driversHours.exportInfringements': exported('hours_infringement'),
  'driversHours.debrief': changed('hours_infringement', 'id'),
  'driversHours.changeSettings': changed('hours_settings'),
  'workOrders.exportList': exported('work_order'),
  'workOrders.create': created('work_order'),
  'workOrders.change': changed('work_order', 'id'),
  'workOrders.move': changed('work_order', 'id'),
  'workOrders.addPhotographs': changed('work_order', 'id'),
  'workOrders.addLine': changed('work_order', 'id'),
  'workOrders.changeLine': changed('work_order', 'id'),
  'workOrders.removeLine': changed('work_order', 'id'),
  'workOrders.clock': changed('work_order', 'id'),
  'workOrders.correctTime': changed('work_order', 'id'),
  'workOrders.createLink': changed('work_order', 'id'),
  'workOrders.revokeLink': changed('work_order', 'id'),
  'workOrders.pdf': exported('work_order', 'id'),
  'workOrders.changeSettings': changed('work_order_settings'),
  'workOrderLinks.open': REPAIRER,
  'workOrderLinks.answer': REPAIRER,
  'workOrderLinks.estimate': REPAIRER,
  'workOrderLinks.upload': REPAIRER,
  'workOrderLinks.finish': REPAIRER,
  'drivers.create': created('driver'),
  'drivers.change': changed('driver', 'id'),
  'drivers.remove': archived('driver'),
  'drivers.archive': archived('driver'),
  'drivers.changeMany': changed('driver'),
  'drivers.exportList': exported('driver'),
  'audit.exportFile': exported('audit_log'),
  'users.create': created('user'),
  'users.remove': removed('user'),
  'users.restore': { action: 'restored', kind: 'user' },
  'users.change': changed('user', 'id'),
  'users.unlock': changed('user', 'id'),
  'users.resetSecondFactor': changed('user', 'id'),
  'users.invite': changed('user', 'id'),
  'users.exportFile': exported('user'),
  'imports.vehicles': none('The service writes an entry where the file is more than checked.'),
  'imports.cancel': changed('upload', 'id'),
  'imports.qrCodes': none('The service writes an entry for each vehicle that gets a code.'),
  'imports.labels': exported('vehicle'),
  'imports.result': exported('upload', 'id'),
  'privacy.exportDriver': exported('driver', 'id'),
  'privacy.eraseDriver': { action: 'erased', kind: 'driver', id: 'id' },
  'privateUse.create': created('private_use'),
  'privateUse.end': changed('private_use', 'id'),
  'privateUse.switchOwn': changed('private_use'),
  'retention.change': changed('retention'),
  'retention.preview': none('Counts what a change would delete; nothing changes.'),

  'vehicleCheck.createNoticeLetter': created('notice_letter'),
  'vehicleCheck.fixDamage': changed('vehicle_damage', 'id'),
  'vehicleCheck.removeSurveys': removed('audit_survey'),
  'vehicleCheck.createSurvey': created('audit_survey'),
  'vehicleCheck.csv': exported('depot', 'id'),
  'vehicleCheck.monthReport': exported('depot', 'id'),
  'vehicleCheck.createMonthDocument': exported('driver_check'),
  'vehicleCheck.cancelMonthDocument': none('Ends what the person asked for; nothing else changes.'),
  'vehicleCheck.monthDocumentFile': exported('driver_check'),
  'vehicleCheck.reportPdf': exported('vehicle_report', 'report'),
  'vehicleCheck.exportSurveys': exported('audit_survey'),
  'vehicleFile.createActivityType': created('activity_type'),
  'vehicleFile.changeActivityType': changed('activity_type', 'id'),
  'schedules.createScheduleType': created('schedule_type'),
  'schedules.changeScheduleType': changed('schedule_type', 'id'),
  'schedules.changeVehicleInterval': changed('vehicle', 'vehicle'),
  'schedules.planSchedule': changed('schedule', 'id'),
  'vehicleFile.create': created('vehicle_document'),
  'vehicleFile.archive': archived('vehicle_document'),
  'schedules.changeReminders': changed('reminder'),
  'vehicleFile.document': exported('vehicle_document', 'id'),
  'vehicleFile.exportList': exported('vehicle_document'),
  'investigations.createTemplate': created('investigation_template'),
  'investigations.changeTemplate': changed('investigation_template', 'id'),
  'investigations.open': created('investigation'),
  'investigations.update': changed('investigation', 'investigationId'),
  'investigations.assign': changed('investigation', 'investigationId'),
  'records.defectReport': exported('defect', 'id'),
  'records.inspectionReport': exported('inspection', 'id'),
  'walkaroundRecords.create': created('driver_check'),
  'walkaroundRecords.report': exported('driver_check', 'id'),
  'walkaround.uploadPhoto': PREPARES,
  'walkaround.send': created('driver_check'),
  'walkaround.changeTemplate': changed('check_template', 'id'),
  'walkaround.dropTemplate': removed('check_template', 'id'),
  'defects.create': created('defect'),
  'defects.move': changed('defect', 'id'),
  'defects.assignMany': changed('defect'),
  'defects.exportList': exported('defect'),
  'inspections.create': created('inspection'),
  'inspections.move': changed('inspection', 'id'),
  'inspections.exportList': exported('inspection'),
  'earnedRecognition.exportFigures': exported('report'),
  'earnedRecognition.exportRecords': exported('report'),
  'earnedRecognitionLimits.change': changed('record_limits'),
  'partnerKeys.create': created('partner_key'),
  'partnerKeys.revoke': none('The service writes an entry where the key still opened something.'),
  'vor.set': created('vor_entry'),
  'vor.change': changed('vor_entry', 'id'),
  'vor.exportList': exported('vor_entry'),
  'vor.report': exported('vor_entry', 'id'),
  'qrCodes.renewCode': changed('vehicle', 'vehicle'),
  'qrCodes.revokeCode': changed('vehicle', 'vehicle'),
  'qrCodes.labels': exported('vehicle'),
  'accidents.reportAccident': none('Public: the report itself names its time and its sender.'),
  'accidents.uploadPhoto': PREPARES,
  'helpPage.changeSettings': changed('customer'),
  'systemHealth.sendTestMail': none('Sends one mail to the user who asks, and changes nothing.'),
  'maps.archive': none('Public map data; it contains nothing about the fleet.'),
  'files.read': SIGNED_ADDRESS,

  'costs.create': created('cost'),
  'costs.change': changed('cost', 'id'),
  'costs.remove': removed('cost', 'id'),
  'costs.exportList': exported('cost'),
  'costs.exportFigures': exported('cost'),
  'tachograph.upload': created('tachograph_file'),
  'tachograph.assign': changed('tachograph_file', 'id'),
  'tachograph.content': shows('content of a tachograph file'),
  'tachograph.original': exported('tachograph_file', 'id'),
  'tachographDownloads.export': exported('tachograph_download'),
  'tachographDownloads.exempt': changed('tachograph_download', 'id'),
  'tachographDownloads.changeSettings': changed('tachograph_download_settings'),
  'cameras.createCamera': created('camera'),
  'cameras.changeCamera': changed('camera', 'id'),
  'cameras.removeCamera': removed('camera', 'id'),
  'videoRecorded.create': created('video'),
  'videoRecorded.change': changed('video', 'id'),
  'videoRecorded.remove': removed('video', 'id'),
  'videoRecorded.cancel': changed('video', 'id'),
  'videoRecorded.retry': changed('video', 'id'),
  'videoRecorded.burnIn': changed('video', 'id'),
  'videoRecorded.view': VIEWING_LOG,
  'videoRecorded.data': exported('video', 'id'),
  'videoRecorded.share': created('video_share'),
  'videoRecorded.revokeShare': removed('video_share', 'share'),
  'videoRecorded.shared': VIEWING_LOG,
  'videoRecorded.changeClipRules': changed('clip_rules'),
  'videoRecorded.changeStorage': changed('video_storage'),
  'videoLive.still': created('video'),
  'videoRecorded.createUpload': created('video'),
  'videoRecorded.uploadPiece': SIGNED_ADDRESS,
  'videoLive.begin': VIEWING_LOG,
  'videoLive.end': none('Ends a session that the viewing log of video names.'),
  'videoLive.source': VIEWING_LOG,
  'videoLive.piece': SIGNED_ADDRESS,
  'videoLive.chunks': VIEWING_LOG,
  'videoLive.snapshots': VIEWING_LOG,
};
