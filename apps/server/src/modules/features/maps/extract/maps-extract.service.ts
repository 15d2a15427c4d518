import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../../platform/config/index.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { Choice } from './maps-extract-arguments.ts';
import {
  checkSpace,
  download,
  downloadWhole,
  install,
  interruptedSource,
  type PartFiles,
  type Progress,
  partFilesOf,
  removeParts,
} from './maps-extract-download.ts';
import { type Plan, planCopy, planExtract } from './maps-extract-plan.ts';
import { type MapSource, NoRanges, newestBuild, openSource } from './maps-extract-source.ts';
import { verifyArchive } from './maps-extract-verify.ts';

/** Surroundings of the command. */
export interface Setting {
  readonly config: Pick<Config, 'dataDir' | 'filesReserveBytes' | 'map'>;
  readonly nowMs: number;
  readonly say: (line: string) => void;
  readonly progress: Progress;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The name of the installed file. */
function nameOf(choice: Choice): string {
  if (choice.name !== null) return `${choice.name}.pmtiles`;
  const last = basename(new URL(choice.url ?? 'file:///map', 'file:///').pathname);
  const safe = decodeURIComponent(last)
    .replace(/[^\w.-]/g, '-')
    .replace(/^\.+/, '');
  return safe.endsWith('.pmtiles') ? safe : `${safe || 'map'}.pmtiles`;
}

/** The address of the source: stated, that of an interrupted download, or the newest build. */
async function addressOf(choice: Choice, files: PartFiles, setting: Setting): Promise<string> {
  if (choice.url !== null) {
    return choice.url.startsWith('file:') ? fileURLToPath(choice.url) : choice.url;
  }
  const before = await interruptedSource(files);
  if (before !== null) {
    try {
      await (await openSource(before)).close();
      return before;
    } catch (error) {
      // The build of that day is gone: a newer one is used.
      if (!(error instanceof OperatorError && error.code === 'map.source_missing')) throw error;
    }
  }
  return newestBuild(setting.config.map.sourceUrl, setting.nowMs);
}

async function planOf(choice: Choice, source: MapSource, maxZoom: number): Promise<Plan> {
  if (choice.box === null) return planCopy(source, source.sizeBytes);
  const area = choice.area ?? 'custom';
  return planExtract(source, { area, box: choice.box, maxZoom });
}

async function fetchInto(files: PartFiles, choice: Choice, setting: Setting): Promise<void> {
  const { config, say, progress } = setting;
  const folder = join(config.dataDir, 'maps');
  const address = await addressOf(choice, files, setting);
  say(`Source: ${address}`);
  try {
    const source = await openSource(address);
    try {
      const plan = await planOf(choice, source, choice.maxZoom);
      const transferred = plan.requests.reduce((sum, { length }) => sum + length, 0);
      say(`Tiles: ${plan.tileCount}. Size: ${megabytes(plan.sizeBytes)}.`);
      await checkSpace(folder, plan.sizeBytes, config.filesReserveBytes);
      say(`Downloading ${megabytes(transferred)} …`);
      await download(source, plan, files, progress);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof NoRanges)) throw error;
    if (choice.box !== null) throw new OperatorError('map.no_ranges', { url: address });
    say('The server does not support parts of files: downloading the whole file …');
    await downloadWhole(address, files);
  }
}

/**
 * Downloads a street map, verifies it and puts it into `DATA_DIR/maps`, where a running server finds it.
 * After an interruption the same command continues.
 *
 * @returns the path of the installed file
 * @throws OperatorError with a sentence that says what to do
 */
export async function installMap(choice: Choice, setting: Setting): Promise<string> {
  const folder = join(setting.config.dataDir, 'maps');
  const name = nameOf(choice);
  const files = partFilesOf(folder, name);
  await fetchInto(files, choice, setting);
  setting.say('Checking …');
  try {
    await verifyArchive(files.part);
  } catch (error) {
    await removeParts(files);
    throw error;
  }
  const target = join(folder, name);
  await install(files, target);
  return target;
}
