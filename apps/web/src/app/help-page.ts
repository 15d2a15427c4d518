/** Pages of the documentation by the addresses that they describe; the longest prefix applies. */
export const HELP_PAGES: Readonly<Record<string, string>> = {
  '/home': 'home',
  '/telematics/track': 'telematics',
  '/telematics/track-vehicle': 'telematics',
  '/telematics/trace': 'telematics#trace-and-trace-vehicle-telematicstrace-telematicstrace-vehicle',
  '/telematics/trace-vehicle':
    'telematics#trace-and-trace-vehicle-telematicstrace-telematicstrace-vehicle',
  '/telematics/trip': 'telematics#tripsstops-telematicstrip',
  '/telematics/timesheets': 'telematics#timesheets-telematicstimesheets',
  '/telematics/geofence': 'trips-and-events#geofences',
  '/telematics/safety':
    'telematics#driver-behaviour-and-mobileye-adas-telematicssafetyabc-telematicssafetymobileye',
  '/events': 'telematics#events-eventsactivity',
  '/events/alerts': 'alerts-and-messages#alerts',
  '/notifications': 'alerts-and-messages#the-bell-and-the-notification-centre',
  '/video': 'video',
  '/vehicles': 'vehicle-page',
  '/drivers': 'vehicle-page',
  '/depots': 'vehicle-page',
  '/vehiclecheck': 'vehicle-check',
  '/vehiclecheck/notifications': 'vehicle-check#notifications-vehiclechecknotifications',
  '/audit_survey': 'vehicle-check#audits-audit_survey',
  '/vehicle-file': 'vehicle-file',
  '/couplings': 'couplings',
  '/vehicle-file/services': 'service-plans',
  '/vehicle-file/official-data': 'official-data',
  '/tyres': 'tyres',
  '/vehicle-file/planner': 'vehicle-file#forward-planner-vehicle-fileplanner',
  '/vor-dashboard': 'vor-dashboard',
  '/defects': 'defects',
  '/inspections': 'defects',
  '/coaching': 'coaching',
  '/costs': 'costs',
  '/work-orders': 'work-orders',
  '/parts': 'parts',
  '/parts/purchase-orders': 'parts#buy-parts',
  '/parts/stock-take': 'parts#count-a-store',
  '/drivers-file': 'drivers-file',
  '/drivers-hours': 'drivers-hours',
  '/earned-recognition': 'defects#earned-recognition-figures',
  '/evidence-packs': 'evidence-packs',
  '/tachograph': 'tachograph',
  '/administration': 'administration',
  '/administration/first-steps': 'first-run',
  '/administration/vehicles': 'administration#vehicles-and-trackers',
  '/administration/trackers': 'device-guide',
  '/administration/device-commands': 'device-commands',
  '/administration/raw-data': 'device-guide#raw-frames-for-a-support-case',
  '/administration/upload-vehicles': 'administration#upload-vehicles',
  '/administration/upload-qr-codes': 'administration#upload-qr-codes',
  '/administration/users': 'administration#users',
  '/administration/user-preferences': 'administration#own-account',
  '/administration/user-preferences/notifications': 'alerts-and-messages#personal-notifications',
  '/administration/notifications': 'administration#report-e-mails',
  '/administration/audit': 'administration#audit-log',
  '/administration/private-use': 'privacy#private-use',
  '/administration/retention': 'privacy#retention',
  '/administration/vehicle-groups': 'administration#depots-regions-and-scope',
  '/administration/drivers': 'administration#drivers',
  '/administration/customers': 'administration#customers',
  '/administration/texts': 'administration#custom-texts',
  '/administration/help-page': 'qr-code#help-page-settings',
  '/administration/maps': 'maps',
  '/administration/system-health': 'operations#check-the-installation',
  '/administration/partner-keys': 'qr-code#partners',
  '/administration/data-feeds': 'data-feeds',
  '/administration/investigation-templates':
    'vehicle-file#investigation-templates-administrationinvestigation-templates',
};

/** The address of the documentation for a screen; the contents begin with Home for any other. */
export function helpAddress(path: string): string {
  let prefix = path.replace(/\/$/, '');
  while (prefix !== '' && HELP_PAGES[prefix] === undefined)
    prefix = prefix.slice(0, prefix.lastIndexOf('/'));
  const [page, anchor] = (HELP_PAGES[prefix] ?? 'home').split('#');
  return `/docs/${page}.html${anchor === undefined ? '' : `#${anchor}`}`;
}
