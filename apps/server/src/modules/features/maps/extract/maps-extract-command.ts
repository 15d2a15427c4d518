import { loadConfig, readEnvFile } from '../../../../platform/config/index.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { installMap } from './maps-extract.service.ts';
import { AREAS } from './maps-extract-areas.ts';
import { readArguments } from './maps-extract-arguments.ts';

const HELP = `Install a street map in DATA_DIR/maps. A running server uses it at once.

  npm run map -- --area great-britain          an area of the newest Protomaps build
  npm run map -- --bbox -1.5,52.1,-0.9,52.4    west, south, east, north in degrees
  npm run map -- --url <file or address>       a whole PMTiles archive
  npm run map -- --area wales --url <file or address>   an area of another archive

  --maxzoom <0-15>   highest zoom; 15 shows every street, 13 needs about a quarter of the space
  --name <name>      name of the installed file
  --list             names of the areas

After an interruption, run the same command again: it continues.`;

const PERCENT = 100;
const STEP = 5;

/** Writes progress: one line that changes in a terminal, a line for each 5 % elsewhere. */
function progressWriter(write: (text: string) => void, isTerminal: boolean) {
  let shown = -1;
  return (doneBytes: number, totalBytes: number) => {
    const percent = totalBytes === 0 ? PERCENT : Math.floor((doneBytes / totalBytes) * PERCENT);
    const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
    const text = `${percent} % (${mb(doneBytes)} of ${mb(totalBytes)} MB)`;
    if (isTerminal) write(`\r${text}${percent === PERCENT ? '\n' : ''}`);
    else if (percent >= shown + STEP || (percent === PERCENT && shown < PERCENT)) {
      shown = percent;
      write(`${text}\n`);
    }
  };
}

/**
 * `npm run map`.
 *
 * @param args arguments after `--`
 * @returns the exit code of the process
 */
export async function runMapCommand(args: readonly string[]): Promise<number> {
  const say = (line: string) => console.log(line);
  try {
    const read = readArguments(args);
    if (read.kind !== 'install') {
      say(read.kind === 'help' ? HELP : Object.keys(AREAS).join('\n'));
      return 0;
    }
    readEnvFile();
    const config = loadConfig(process.env);
    const { stdout } = process;
    const progress = progressWriter((text) => stdout.write(text), stdout.isTTY === true);
    const path = await installMap(read.choice, { config, nowMs: Date.now(), say, progress });
    say(`Installed: ${path}. Reload the page to see the streets.`);
    return 0;
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    return 1;
  }
}
