import { databaseForCommand, hasDatabase } from './installation.ts';
import { runDoctorCommand } from './modules/services/system-health/index.ts';

process.exitCode = await runDoctorCommand(process.argv.slice(2), {
  open: async (config) => (hasDatabase(config) ? databaseForCommand(config, false) : null),
});
