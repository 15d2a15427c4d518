import { SYSTEM_CHECKS, type SystemCheck } from '@roadworthy/domain';
import type { Check } from '../system-health-check.ts';
import { addressCheck } from './system-health-checks-address.ts';
import { backupCheck } from './system-health-checks-backup.ts';
import { busCheck } from './system-health-checks-bus.ts';
import { certificateCheck } from './system-health-checks-certificate.ts';
import { clockCheck } from './system-health-checks-clock.ts';
import { databaseCheck } from './system-health-checks-database.ts';
import { deliveriesCheck } from './system-health-checks-deliveries.ts';
import { diskCheck } from './system-health-checks-disk.ts';
import { filesCheck } from './system-health-checks-files.ts';
import { geocoderCheck } from './system-health-checks-geocoder.ts';
import { jobsCheck } from './system-health-checks-jobs.ts';
import { mailCheck } from './system-health-checks-mail.ts';
import { mapCheck } from './system-health-checks-map.ts';
import { officialDataCheck } from './system-health-checks-official-data.ts';
import { portsCheck } from './system-health-checks-ports.ts';
import { replicationCheck } from './system-health-checks-replication.ts';
import { serverCheck } from './system-health-checks-server.ts';
import { tachographMailCheck } from './system-health-checks-tachograph-mail.ts';
import { vacuumCheck } from './system-health-checks-vacuum.ts';

const BY_NAME: { readonly [N in SystemCheck]: Check<N> } = {
  server: serverCheck,
  ports: portsCheck,
  address: addressCheck,
  certificate: certificateCheck,
  disk: diskCheck,
  files: filesCheck,
  database: databaseCheck,
  vacuum: vacuumCheck,
  replication: replicationCheck,
  bus: busCheck,
  clock: clockCheck,
  jobs: jobsCheck,
  deliveries: deliveriesCheck,
  mail: mailCheck,
  backup: backupCheck,
  map: mapCheck,
  geocoder: geocoderCheck,
  official_data: officialDataCheck,
  tachograph_mail: tachographMailCheck,
};

/** All checks, in the sequence of the list. */
export const CHECKS: readonly Check[] = SYSTEM_CHECKS.map((name) => BY_NAME[name] as Check);
