import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { behaviour } from './behaviour.ts';
import { catalogueImports } from './catalogue-imports.ts';
import { catalogueLists } from './catalogue-lists.ts';
import { checks } from './check.ts';
import { customers } from './customers.ts';
import { defects } from './defects.ts';
import { depots } from './depots.ts';
import { driverChecks } from './driver-checks.ts';
import { drivers } from './drivers.ts';
import { earnedRecognition } from './earned-recognition.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { geofences } from './geofences.ts';
import { help } from './help.ts';
import { inspections } from './inspections.ts';
import { investigations } from './investigations.ts';
import { texts } from './language.ts';
import { maps } from './maps.ts';
import { messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { partnerKeys } from './partner-keys.ts';
import { pickers } from './pickers.ts';
import { platform } from './platform.ts';
import { privacy } from './privacy.ts';
import { privateUse } from './private-use.ts';
import { qrCode } from './qr-code.ts';
import { recordLimits } from './record-limits.ts';
import { records } from './records.ts';
import { reports } from './reports.ts';
import { retention } from './retention.ts';
import { signIn } from './sign-in.ts';
import { telematics } from './telematics.ts';
import { trackers } from './trackers.ts';
import { trips } from './trips.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';
import { vehicleCheck } from './vehicle-check.ts';
import { vehicleFile } from './vehicle-file.ts';
import { vehicleLists } from './vehicle-lists.ts';
import { vehicles } from './vehicles.ts';
import { video } from './video.ts';
import { videoLive } from './video-live.ts';
import { vor } from './vor.ts';

/** Every call of the product, by module. */
export const contract = {
  platform,
  signIn,
  account,
  telematics,
  trips,
  events,
  geofences,
  behaviour,
  alerts,
  reports,
  messages,
  notifications,
  vehicles,
  vehicleLists,
  trackers,
  catalogueImports,
  catalogueLists,
  customers,
  texts,
  depots,
  drivers,
  audit,
  users,
  uploads,
  privacy,
  privateUse,
  retention,
  pickers,
  vehicleCheck,
  vehicleFile,
  investigations,
  records,
  driverChecks,
  checks,
  defects,
  inspections,
  earnedRecognition,
  recordLimits,
  partnerKeys,
  vor,
  qrCode,
  help,
  maps,
  files,
  video,
  videoLive,
} as const;
export type Contract = typeof contract;
