import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig, readEnvFile } from '../../../platform/config/index.ts';
import { openDatabase, type Transaction } from '../../../platform/db/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { recordBackup, recordVerification } from './backup.repository.ts';
import { createBackup } from './backup-create.ts';
import type { Manifest } from './backup-manifest.ts';
import { restoreBackup } from './backup-restore.ts';
import { verifyBackup } from './backup-verify.ts';

const HELP = `Back up database, files and session secret; the server may run meanwhile.

  npm run backup -- <file>            write a backup; the file must not exist
  npm run backup -- --verify <file>   read a backup and compare its digests
  npm run restore -- <file>           restore into an empty installation, while no server runs

  --plain   write a backup that is not encrypted

Set BACKUP_PASSPHRASE to encrypt and decrypt backups (format age).`;

/** npm runs its scripts in the folder of the product. */
const INVOKED_IN = process.env.INIT_CWD ?? process.cwd();

const OPTIONS = {
  verify: { type: 'boolean' },
  plain: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** What the command opens and knows of the product. */
export interface CommandSetting {
  readonly version: string;
  /** The database; `isAlone` if no server may use it. */
  readonly open: (
    config: Config,
    isAlone: boolean,
  ) => Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Connection string of the database if it runs; null otherwise. */
  readonly running: (config: Config) => Promise<string | null>;
}

export type BackupCommand = 'backup' | 'restore';

function summary({ created_at: at, version, tables, entries, missing_files: missing }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = entries.filter(({ name }) => name.startsWith('files/')).length;
  const lines = [
    `${rows} rows of ${tables.length} tables, ${files} files; made ${at} by ${version}`,
  ];
  if (missing.length > 0) {
    lines.push(`${missing.length} files were deleted during the backup, or were missing before.`);
  }
  return lines;
}

function readCommand(command: BackupCommand, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const isWrong =
      others.length > 0 ||
      (file === undefined && values.help !== true) ||
      (command === 'restore' && (values.plain === true || values.verify === true));
    if (!isWrong) return { ...values, file: resolve(INVOKED_IN, file ?? '') };
  } catch (cause) {
    throw new OperatorError('backup.arguments_wrong', {}, { cause });
  }
  throw new OperatorError('backup.arguments_wrong');
}

/** Records a backup for the system health. The backup is complete even if this fails. */
async function record(
  url: string,
  work: (trx: Transaction) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    await db.asSystem(work);
  } catch (error) {
    say(`The system health does not show this backup: ${(error as Error).message}`);
  } finally {
    await db.close();
  }
}

async function run(
  command: BackupCommand,
  args: readonly string[],
  { version, ...opens }: CommandSetting,
): Promise<void> {
  const say = (line: string) => console.log(line);
  const { file, help, verify, plain } = readCommand(command, args);
  if (help === true) return say(HELP);
  readEnvFile();
  const config = loadConfig(process.env);
  const { backupPassphrase } = config;
  if (verify === true) {
    const manifest = await verifyBackup(file, backupPassphrase);
    const running = await opens.running(config);
    if (running !== null) {
      await record(running, (trx) => recordVerification(trx, manifest.created_at), say);
    }
    return say(['The backup is complete and undamaged.', ...summary(manifest)].join('\n'));
  }
  if (command === 'backup' && plain !== true && backupPassphrase === null) {
    throw new OperatorError('backup.not_encrypted');
  }
  const database = await opens.open(config, command === 'restore');
  try {
    const common = { config, databaseUrl: database.url, path: file, say };
    if (command === 'backup') {
      const passphrase = plain === true ? null : backupPassphrase;
      const manifest = await createBackup({
        ...common,
        protection: passphrase === null ? null : { passphrase },
        version,
      });
      // Read again from the disk: a backup is of use only if it can be read.
      await verifyBackup(file, passphrase);
      const sizeBytes = statSync(file).size;
      const run = { createdAt: manifest.created_at, version, sizeBytes };
      const isEncrypted = passphrase !== null;
      await record(database.url, (trx) => recordBackup(trx, { ...run, isEncrypted }), say);
      const mb = (sizeBytes / 1e6).toFixed(1);
      return say([`Written and verified: ${file}, ${mb} MB`, ...summary(manifest)].join('\n'));
    }
    const restored = await restoreBackup({ ...common, passphrase: backupPassphrase });
    say(['Restored.', ...summary(restored.manifest)].join('\n'));
    if (restored.secretPath !== null) {
      say(
        `This installation has another SESSION_SECRET. Add the secret in ${restored.secretPath} to SESSION_SECRET_PREVIOUS, then delete that file.`,
      );
    }
  } finally {
    await database.close();
  }
}

/**
 * `npm run backup` and `npm run restore`.
 *
 * @param args arguments after `--`
 * @returns the exit code of the process
 */
export async function runBackupCommand(
  command: BackupCommand,
  args: readonly string[],
  setting: CommandSetting,
): Promise<number> {
  try {
    await run(command, args, setting);
    return 0;
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error);
    return 1;
  }
}
