// `npm run backup` and `npm run restore`; see docs/operations.md.
import { runCommand } from './command.mjs';

runCommand('backup-command', ...process.argv.slice(2));
