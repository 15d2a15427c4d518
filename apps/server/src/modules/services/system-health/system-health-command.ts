import { parseArgs } from 'node:util';
import type { SystemCheckState } from '@roadworthy/domain';
import { z } from 'zod';
import { type Config, loadConfig, readEnvFile } from '../../../platform/config/index.ts';
import { openDatabase } from '../../../platform/db/index.ts';
import { createFiles } from '../../../platform/files/index.ts';
import { outsideGeocoder } from '../../../platform/geocoding/index.ts';
import type { HealthAnswer } from '../../../platform/health.ts';
import { createLog } from '../../../platform/log/index.ts';
import { createMailer } from '../../../platform/mail/index.ts';
import { MapArchives } from '../../../platform/map-archives/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { type LanguageReference, languageOf } from '../../../platform/texts.ts';
import { isInUse, portsOf } from './checks/system-health-checks-ports.ts';
import { type CheckResult, checkSystem } from './system-health.service.ts';
import { commandText } from './system-health-texts.ts';

const OPTIONS = {
  json: { type: 'boolean' },
  lang: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const LIMIT_MS = 5000;
const HEALTH = z.object({
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), reason: z.string().optional() })),
});

/** What the command opens. */
export interface DoctorSetting {
  /** The database, started if it does not run; null before the first start. */
  readonly open: (
    config: Config,
  ) => Promise<{ readonly url: string; close(): Promise<void> } | null>;
}

/** The parts of the server of this machine; null if none runs. Without an `api` role, its ports decide. */
async function healthOf(config: Config): Promise<readonly HealthAnswer[] | null> {
  if (!config.roles.includes('api')) {
    const used = await Promise.all(portsOf(config).map(isInUse));
    return used.includes(true) ? [] : null;
  }
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  try {
    const answer = await fetch(`http://${host}:${config.port}/healthz`, {
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const parsed = HEALTH.safeParse(await answer.json());
    return parsed.success
      ? parsed.data.checks.map(({ name, ok, reason }) => ({
          name,
          ok,
          ...(reason === undefined ? {} : { reason }),
        }))
      : null;
  } catch {
    return null;
  }
}

const MARKS: Readonly<Record<SystemCheckState, string>> = {
  ok: '✔',
  warning: '!',
  error: '✖',
  unused: '–',
};

/** The results as lines for a terminal: advice only where something is to do. */
export function doctorLines(
  results: readonly CheckResult[],
  language: LanguageReference,
): string[] {
  const count = (state: SystemCheckState) => results.filter((one) => one.state === state).length;
  return [
    ...results.flatMap(({ state, title, finding, advice }) => [
      `${MARKS[state]} ${title}: ${finding}`,
      ...(advice === null ? [] : [`    → ${advice}`]),
    ]),
    '',
    commandText(language, 'command.summary', {
      errors: count('error'),
      warnings: count('warning'),
    }),
  ];
}

async function results(config: Config, setting: DoctorSetting, language: LanguageReference) {
  const log = createLog('silent');
  const opened = await setting.open(config).catch((error: unknown) => {
    // The check of the database says the rest.
    if (error instanceof OperatorError) console.error(error.message);
    return {
      url: config.databaseUrl ?? 'postgres://127.0.0.1:1/none',
      close: async () => undefined,
    };
  });
  const db = opened === null ? null : openDatabase(opened.url, { maxConnections: 4 });
  const health = healthOf(config);
  try {
    const parts = {
      config,
      db,
      files: createFiles(config),
      mail: createMailer(config),
      mapArchives: new MapArchives(config, log),
      geocoder: outsideGeocoder(config.map.geocoder, log),
      serverHealth: () => health,
    };
    return await checkSystem(parts, language);
  } finally {
    await db?.close();
    await opened?.close();
  }
}

function readCommand(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (cause) {
    throw new OperatorError('doctor.arguments_wrong', {}, { cause });
  }
}

/**
 * `npm run doctor`: checks this installation, with or without a running server.
 *
 * @param args arguments after `--`
 * @returns the exit code: 1 if a check is an error
 */
export async function runDoctorCommand(
  args: readonly string[],
  setting: DoctorSetting,
): Promise<number> {
  try {
    const { json, lang, help } = readCommand(args);
    const language = languageOf(lang ?? process.env.LC_ALL ?? process.env.LANG);
    if (help === true) {
      console.log(commandText(language, 'command.help'));
      return 0;
    }
    readEnvFile();
    const found = await results(loadConfig(process.env), setting, language);
    console.log(
      json === true ? JSON.stringify(found, null, 2) : doctorLines(found, language).join('\n'),
    );
    return found.some(({ state }) => state === 'error') ? 1 : 0;
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    return 1;
  }
}
