import { runMapCommand } from './modules/features/maps/index.ts';

process.exitCode = await runMapCommand(process.argv.slice(2));
