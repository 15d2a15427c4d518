import type { FastifyInstance } from 'fastify';
import { registerAudit } from './modules/core/audit/index.ts';
import { registerCatalogueLists, registerVehicleLists } from './modules/core/catalogue/index.ts';
import { registerCustomers } from './modules/core/customers/index.ts';
import { depotDetails, registerDepots, vehicleDetails } from './modules/core/depots/index.ts';
import { registerDrivers } from './modules/core/drivers/index.ts';
import { registerFiles } from './modules/core/files/index.ts';
import { registerPickers } from './modules/core/pickers/index.ts';
import { registerSavedViews } from './modules/core/saved-views/index.ts';
import { registerSignInJobs } from './modules/core/sign-in/index.ts';
import { registerTrackers } from './modules/core/trackers/index.ts';
import { registerUsers } from './modules/core/users/index.ts';
import { registerVehicles } from './modules/core/vehicles/index.ts';
import { registerAccidentJobs, registerAccidents } from './modules/features/accidents/index.ts';
import { registerAgencyOnboarding } from './modules/features/agency-onboarding/index.ts';
import { registerAlertJobs, registerAlerts } from './modules/features/alerts/index.ts';
import { registerBrakeTests } from './modules/features/brake-tests/index.ts';
import { registerCameras } from './modules/features/cameras/index.ts';
import { registerCoaching, registerExposureJob } from './modules/features/coaching/index.ts';
import { registerCostJobs, registerCosts } from './modules/features/costs/index.ts';
import { registerCouplingJobs, registerCouplings } from './modules/features/couplings/index.ts';
import { registerDefects } from './modules/features/defects/index.ts';
import { registerDerivationJobs } from './modules/features/derivation/index.ts';
import {
  registerDeviceCommandJobs,
  registerDeviceCommands,
} from './modules/features/device-commands/index.ts';
import { registerDriverAssignments } from './modules/features/driver-assignments/index.ts';
import { registerDriverBehaviour } from './modules/features/driver-behaviour/index.ts';
import { registerDriverMessages } from './modules/features/driver-messages/index.ts';
import {
  registerDriverPlanning,
  registerPlanningJob,
} from './modules/features/driver-planning/index.ts';
import {
  registerDriverFileReminderJob,
  registerDriversFile,
} from './modules/features/drivers-file/index.ts';
import {
  registerDriversHours,
  registerInfringementDigestJob,
} from './modules/features/drivers-hours/index.ts';
import { registerEarnedRecognition } from './modules/features/earned-recognition/index.ts';
import { registerEvents } from './modules/features/events/index.ts';
import { registerFaultJob, registerFaults } from './modules/features/faults/index.ts';
import { registerFuel } from './modules/features/fuel/index.ts';
import { registerFuelCardJobs, registerFuelCards } from './modules/features/fuel-cards/index.ts';
import { registerGeofences } from './modules/features/geofences/index.ts';
import { registerHelpPage } from './modules/features/help-page/index.ts';
import { registerInspections } from './modules/features/inspections/index.ts';
import {
  registerInvestigationJobs,
  registerInvestigations,
} from './modules/features/investigations/index.ts';
import {
  registerLicenceCheckJobs,
  registerLicenceChecks,
} from './modules/features/licence-checks/index.ts';
import { registerMaps } from './modules/features/maps/index.ts';
import { registerMessageJobs, registerMessages } from './modules/features/messages/index.ts';
import {
  registerOfficialData,
  registerOfficialDataJobs,
} from './modules/features/official-data/index.ts';
import { registerOrderMails, registerParts } from './modules/features/parts/index.ts';
import { registerQrCodes } from './modules/features/qr-codes/index.ts';
import { registerRawData, registerRawFramesJob } from './modules/features/raw-data/index.ts';
import { registerRecordReports } from './modules/features/records/index.ts';
import { registerReminderJob, registerSchedules } from './modules/features/schedules/index.ts';
import { registerSensors } from './modules/features/sensors/index.ts';
import {
  registerServiceCalculationJob,
  registerServicePlans,
} from './modules/features/service-plans/index.ts';
import { registerTachograph, registerTachographJobs } from './modules/features/tachograph/index.ts';
import {
  registerDownloadReminderJob,
  registerTachographDownloads,
} from './modules/features/tachograph-downloads/index.ts';
import { registerTimesheets } from './modules/features/timesheets/index.ts';
import { registerTrace } from './modules/features/trace/index.ts';
import { registerTracking } from './modules/features/tracking/index.ts';
import { registerTrips } from './modules/features/trips/index.ts';
import {
  registerPressureJob,
  registerTyreJob,
  registerTyres,
} from './modules/features/tyres/index.ts';
import {
  registerUnaccountedDriving,
  registerUnaccountedDrivingJobs,
} from './modules/features/unaccounted-driving/index.ts';
import {
  registerVehicleCheck,
  registerVehicleCheckJobs,
} from './modules/features/vehicle-check/index.ts';
import { registerVehicleFile, vehicleHooks } from './modules/features/vehicle-file/index.ts';
import { registerVehicleShares } from './modules/features/vehicle-shares/index.ts';
import {
  registerStillRoutes,
  registerVideoLive,
  StillsService,
} from './modules/features/video-live/index.ts';
import {
  registerVideoRecorded,
  registerVideoRecordedJobs,
} from './modules/features/video-recorded/index.ts';
import { registerVor } from './modules/features/vor/index.ts';
import {
  registerWalkaround,
  registerWalkaroundNotificationJob,
} from './modules/features/walkaround/index.ts';
import {
  recallCalendar,
  registerCampaignJob,
  registerWorkOrders,
} from './modules/features/work-orders/index.ts';
import { registerTexts } from './modules/services/custom-texts/index.ts';
import { registerDataFeedJobs, registerDataFeeds } from './modules/services/data-feeds/index.ts';
import { registerDataInputs } from './modules/services/data-inputs/index.ts';
import { registerEvidence, registerEvidenceJobs } from './modules/services/evidence/index.ts';
import { registerHome } from './modules/services/home/index.ts';
import { registerImportJobs, registerImports } from './modules/services/imports/index.ts';
import {
  registerNotificationJobs,
  registerNotifications,
} from './modules/services/notifications/index.ts';
import {
  registerOutgoingStreamJobs,
  registerOutgoingStreams,
} from './modules/services/outgoing-streams/index.ts';
import { registerOverviews } from './modules/services/overviews/index.ts';
import { registerPartnerKeys } from './modules/services/partner-keys/index.ts';
import { registerPrivacy, registerPrivacyJobs } from './modules/services/privacy/index.ts';
import { registerReportJobs, registerReports } from './modules/services/reports/index.ts';
import { registerSearch } from './modules/services/search/index.ts';
import { registerSystemHealth } from './modules/services/system-health/index.ts';
import type { Tokens } from './platform/auth/index.ts';
import type { Services } from './platform/services.ts';

type Register = (app: FastifyInstance, services: Services) => void;

/** Features whose routes need only the services, layer by layer. */
const FEATURES: readonly Register[] = [
  registerAgencyOnboarding,
  registerAudit,
  registerCatalogueLists,
  registerVehicleLists,
  registerCustomers,
  registerDrivers,
  registerFiles,
  registerPickers,
  registerSavedViews,
  registerTrackers,
  registerUsers,
  registerAccidents,
  registerAlerts,
  registerCameras,
  registerBrakeTests,
  registerCoaching,
  registerCosts,
  registerParts,
  registerCouplings,
  registerServicePlans,
  registerTyres,
  registerDefects,
  registerDeviceCommands,
  registerDriverAssignments,
  registerDriverBehaviour,
  registerDriversFile,
  registerDriversHours,
  registerEarnedRecognition,
  registerDriverMessages,
  registerDriverPlanning,
  registerFaults,
  registerFuel,
  registerFuelCards,
  registerGeofences,
  registerHelpPage,
  registerHome,
  registerInspections,
  registerInvestigations,
  registerMaps,
  registerMessages,
  registerLicenceChecks,
  registerOfficialData,
  registerQrCodes,
  registerRawData,
  registerTachograph,
  registerTachographDownloads,
  registerUnaccountedDriving,
  registerSensors,
  registerTimesheets,
  registerTrace,
  registerTracking,
  registerTrips,
  registerVehicleCheck,
  registerVehicleFile,
  registerVehicleShares,
  registerVideoRecorded,
  registerVor,
  registerWalkaround,
  registerWorkOrders,
  registerTexts,
  registerDataFeeds,
  registerDataInputs,
  registerEvidence,
  registerImports,
  registerNotifications,
  registerOverviews,
  registerOutgoingStreams,
  registerPartnerKeys,
  registerPrivacy,
  registerReports,
  registerSearch,
  registerSystemHealth,
];

/** Adds the routes of all features except the sign-in, which is added first. */
export async function registerFeatures(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
): Promise<void> {
  registerVehicles(app, services, vehicleHooks);
  registerDepots(app, services, vehicleHooks);
  registerSchedules(app, services, [recallCalendar]);
  registerEvents(app, services, { depotDetails, vehicleDetails });
  registerRecordReports(app, services, tokens);
  for (const register of FEATURES) register(app, services);
  registerStillRoutes(app, services.files, new StillsService(services));
  await registerVideoLive(app, services, tokens);
}

/** Declares the jobs of all features. Call it before `jobs.start`. */
export function registerFeatureJobs(services: Services): void {
  registerSignInJobs(services);
  registerMessageJobs(services);
  registerDeviceCommandJobs(services);
  registerDerivationJobs(services);
  registerAlertJobs(services);
  registerNotificationJobs(services);
  registerPrivacyJobs(services);
  registerImportJobs(services);
  registerRawFramesJob(services);
  registerReportJobs(services);
  registerReminderJob(services);
  registerCampaignJob(services);
  registerVehicleCheckJobs(services);
  registerInvestigationJobs(services);
  registerWalkaroundNotificationJob(services);
  registerAccidentJobs(services);
  registerOrderMails(services);
  registerVideoRecordedJobs(services);
  registerTachographJobs(services);
  registerDownloadReminderJob(services);
  registerDriverFileReminderJob(services);
  registerInfringementDigestJob(services);
  registerEvidenceJobs(services);
  registerUnaccountedDrivingJobs(services);
  registerCouplingJobs(services);
  registerServiceCalculationJob(services);
  registerExposureJob(services);
  registerLicenceCheckJobs(services);
  registerOfficialDataJobs(services);
  registerDataFeedJobs(services);
  registerOutgoingStreamJobs(services);
  registerCostJobs(services);
  registerFuelCardJobs(services);
  registerTyreJob(services);
  registerPressureJob(services);
  registerFaultJob(services);
  registerPlanningJob(services);
}
