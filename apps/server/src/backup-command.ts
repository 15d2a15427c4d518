import { databaseForCommand, runningDatabase } from './installation.ts';
import { type BackupCommand, runBackupCommand } from './modules/services/backup/index.ts';
import { productVersion } from './platform/product-version.ts';

const [command, ...args] = process.argv.slice(2);
process.exitCode = await runBackupCommand(command as BackupCommand, args, {
  version: productVersion(),
  open: databaseForCommand,
  running: runningDatabase,
});
