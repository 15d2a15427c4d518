// `npm run doctor`; see docs/operations.md.
import { runCommand } from './command.mjs';

runCommand('doctor-command', ...process.argv.slice(2));
