export { type BackupRun, latestBackup } from './backup.repository.ts';
export { type BackupCommand, runBackupCommand } from './backup-command.ts';
