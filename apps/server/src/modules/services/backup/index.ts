export { type BackupCommand, runBackupCommand } from './backup-command.ts';
