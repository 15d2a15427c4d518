// `npm run map`: installs a street map; see docs/maps.md.
import { runCommand } from './command.mjs';

runCommand('map-command', ...process.argv.slice(2));
