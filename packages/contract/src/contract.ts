import { accidents } from './accidents.ts';
import { account } from './account.ts';
import { agencyOnboarding } from './agency-onboarding.ts';
import { agencies } from './agency-onboarding-agencies.ts';
import { agencyOnboardingLinks } from './agency-onboarding-links.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { brakeTests } from './brake-tests.ts';
import { cameras } from './cameras.ts';
import { catalogue } from './catalogue.ts';
import { coaching } from './coaching.ts';
import { fairScores } from './coaching-scores.ts';
import { costs } from './costs.ts';
import { costBudgets } from './costs-budgets.ts';
import { costCo2 } from './costs-co2.ts';
import { costPlans } from './costs-plans.ts';
import { couplings } from './couplings.ts';
import { customTexts } from './custom-texts.ts';
import { customers } from './customers.ts';
import { dataFeeds } from './data-feeds.ts';
import { dataInputs } from './data-inputs.ts';
import { defects } from './defects.ts';
import { depots } from './depots.ts';
import { deviceCommands } from './device-commands.ts';
import { driverAssignments } from './driver-assignments.ts';
import { driverBehaviour } from './driver-behaviour.ts';
import { driverMessages } from './driver-messages.ts';
import { driverPlanning } from './driver-planning.ts';
import { driverAbsences } from './driver-planning-absences.ts';
import { driverCandidates } from './driver-planning-candidates.ts';
import { drivers } from './drivers.ts';
import { driversFile } from './drivers-file.ts';
import { driversHours } from './drivers-hours.ts';
import { ownHours } from './drivers-hours-own.ts';
import { earnedRecognition } from './earned-recognition.ts';
import { earnedRecognitionLimits } from './earned-recognition-limits.ts';
import { events } from './events.ts';
import { evidence } from './evidence.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { fuel } from './fuel.ts';
import { fuelCards } from './fuel-cards.ts';
import { geofences } from './geofences.ts';
import { helpPage } from './help-page.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { importMappings } from './imports-mappings.ts';
import { inspections } from './inspections.ts';
import { inspectors } from './inspections-inspectors.ts';
import { investigations } from './investigations.ts';
import { licenceChecks } from './licence-checks.ts';
import { maps } from './maps.ts';
import { messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { notificationPreferences } from './notifications-personal.ts';
import { officialData } from './official-data.ts';
import { outgoingStreams } from './outgoing-streams.ts';
import { overviews } from './overviews.ts';
import { partnerKeys } from './partner-keys.ts';
import { parts } from './parts.ts';
import { partOrders } from './parts-orders.ts';
import { stockTakes } from './parts-stock-takes.ts';
import { pickers } from './pickers.ts';
import { platformInfo } from './platform-info.ts';
import { privacy } from './privacy.ts';
import { privateUse } from './private-use.ts';
import { qrCodes } from './qr-codes.ts';
import { records } from './records.ts';
import { reports } from './reports.ts';
import { retention } from './retention.ts';
import { savedViews } from './saved-views.ts';
import { schedules } from './schedules.ts';
import { search } from './search.ts';
import { sensors } from './sensors.ts';
import { servicePlans } from './service-plans.ts';
import { signIn } from './sign-in.ts';
import { systemHealth } from './system-health.ts';
import { tachograph } from './tachograph.ts';
import { tachographDownloads } from './tachograph-downloads.ts';
import { timesheets } from './timesheets.ts';
import { trace } from './trace.ts';
import { trackers } from './trackers.ts';
import { tracking } from './tracking.ts';
import { trips } from './trips.ts';
import { tyres } from './tyres.ts';
import { tyreCosts } from './tyres-costs.ts';
import { unaccountedDriving } from './unaccounted-driving.ts';
import { users } from './users.ts';
import { vehicleCheck } from './vehicle-check.ts';
import { vehicleFile } from './vehicle-file.ts';
import { vehicleLists } from './vehicle-lists.ts';
import { vehicleShares } from './vehicle-shares.ts';
import { vehicles } from './vehicles.ts';
import { videoLive } from './video-live.ts';
import { videoRecorded } from './video-recorded.ts';
import { vor } from './vor.ts';
import { walkaround } from './walkaround.ts';
import { walkaroundRecords } from './walkaround-records.ts';
import { workOrders } from './work-orders.ts';
import { workOrderCampaigns } from './work-orders-campaigns.ts';
import { workOrderLinks } from './work-orders-links.ts';

/** Every call of the product, by feature. */
export const contract = {
  platformInfo,
  home,
  signIn,
  account,
  tracking,
  trace,
  sensors,
  fairScores,
  fuel,
  trips,
  timesheets,
  tachograph,
  tachographDownloads,
  unaccountedDriving,
  couplings,
  events,
  geofences,
  driverAbsences,
  driverAssignments,
  driverMessages,
  driverBehaviour,
  driverCandidates,
  driverPlanning,
  driversHours,
  ownHours,
  driversFile,
  agencies,
  agencyOnboarding,
  agencyOnboardingLinks,
  alerts,
  reports,
  messages,
  deviceCommands,
  vehicleShares,
  workOrderCampaigns,
  workOrderLinks,
  workOrders,
  notifications,
  notificationPreferences,
  overviews,
  vehicles,
  vehicleLists,
  trackers,
  imports,
  importMappings,
  catalogue,
  customers,
  customTexts,
  depots,
  drivers,
  audit,
  users,
  privacy,
  privateUse,
  retention,
  pickers,
  savedViews,
  search,
  systemHealth,
  vehicleCheck,
  vehicleFile,
  schedules,
  servicePlans,
  licenceChecks,
  officialData,
  tyres,
  tyreCosts,
  investigations,
  records,
  walkaroundRecords,
  walkaround,
  coaching,
  costs,
  costPlans,
  costBudgets,
  costCo2,
  fuelCards,
  parts,
  dataFeeds,
  partOrders,
  stockTakes,
  defects,
  inspections,
  inspectors,
  brakeTests,
  earnedRecognition,
  evidence,
  faults,
  earnedRecognitionLimits,
  dataInputs,
  outgoingStreams,
  partnerKeys,
  vor,
  qrCodes,
  helpPage,
  accidents,
  maps,
  files,
  videoRecorded,
  cameras,
  videoLive,
} as const;
export type Contract = typeof contract;
