import { nextOccurrence, periodBefore } from '@roadworthy/domain/time';
import { loadViewer, type Viewer } from '../../../../platform/auth/index.ts';
import {
  byWording,
  type MailReader,
  mailReaders,
} from '../../../../platform/customer-texts/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { HttpError, notFound } from '../../../../platform/errors.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type LanguageReference, referenceOf, textOf } from '../../../../platform/texts.ts';
import { type MadeReport, makeReport } from '../reports-build.ts';
import type { ReportFormat, ReportKind } from '../reports-query.ts';
import { visibleOf } from '../reports-subjects.ts';
import type { Sources } from '../reports-tables.ts';
import {
  lockDue,
  scheduleToRun,
  setNextRun,
  setRunResult,
} from './reports-schedules.repository.ts';

const RUN_JOB = 'report-run';
/** A run of a schedule, with the time it was due. */
interface RunJob {
  readonly scheduleId: number;
  /** ms since 1970 UTC */
  readonly dueMs: number;
}

/** Schedules per run of the job; the next one handles the rest. */
const MAX_DUE = 200;
/** Runs that were missed longer ago, while no server ran, are skipped. */
const CATCH_UP_MS = 7 * 86_400_000;

type RunServices = Pick<Services, 'db' | 'jobs' | 'mail' | 'log'>;
type Schedule = NonNullable<Awaited<ReturnType<typeof scheduleToRun>>>;

/**
 * Creates a run for each schedule that is due. The next time is set in the same transaction, so
 * that no run is created twice or lost.
 */
export async function startDueRuns({ db, jobs }: RunServices, nowMs: number): Promise<void> {
  await db.asSystem(async (trx) => {
    for (const row of await lockDue(trx, nowMs, MAX_DUE)) {
      const dueMs = row.next_run_at?.getTime() ?? nowMs;
      const recurrence = { frequency: row.frequency, hour: row.hour, timeZone: row.time_zone };
      const nextMs = nextOccurrence(recurrence, Math.max(dueMs, nowMs - CATCH_UP_MS));
      await setNextRun(trx, row.id, nextMs);
      await jobs.send<RunJob>(RUN_JOB, { scheduleId: row.id, dueMs }, trx);
    }
  });
}

/**
 * The lists of vehicles and depots of a schedule, without those that its creator cannot see any more.
 *
 * @throws HttpError 404 if none is left: the report would have all vehicles
 */
async function selectionOf(db: Database, maker: Viewer, schedule: Schedule) {
  const lists = { vehicles: schedule.vehicle_ids, depots: schedule.depot_ids };
  if (lists.vehicles.length + lists.depots.length === 0) return {};
  const { vehicles, depots } = await db.asViewer(maker, (trx) => visibleOf(trx, maker, lists));
  if (vehicles.length + depots.length === 0) throw notFound();
  return {
    ...(vehicles.length > 0 && { vehicles: [...vehicles] }),
    ...(depots.length > 0 && { vehicle_groups: [...depots] }),
  };
}

/**
 * A schedule's report with its creator's permissions, in a language; null if the creator has lost
 * access.
 */
async function reportOf(
  { db }: RunServices,
  sources: Sources,
  schedule: Schedule,
  dueMs: number,
  language: LanguageReference,
): Promise<MadeReport | null> {
  const maker = await loadViewer(db, schedule.user_id);
  if (maker === null || (!maker.isGlobalAdmin && maker.customerId !== schedule.customer_id)) {
    return null;
  }
  const { frequency, time_zone: timeZone } = schedule;
  const { first, last } = periodBefore({ frequency, timeZone }, dueMs);
  return makeReport(
    { db, sources },
    { ...maker, timeZone, language },
    schedule.kind as ReportKind,
    {
      format: schedule.format as ReportFormat,
      start: first,
      end: last,
      vehicle: schedule.vehicle_id ?? undefined,
      driver: schedule.driver_id ?? undefined,
      vehicle_group: schedule.depot_id ?? undefined,
      ...(await selectionOf(db, maker, schedule)),
      stops: schedule.has_stops || undefined,
      search: '',
      event: [],
    },
  );
}

async function mailReport(
  { mail }: RunServices,
  schedule: Schedule,
  readers: readonly MailReader[],
  { report, file }: MadeReport,
): Promise<void> {
  const { language } = report.display;
  const values = {
    title: report.title,
    range: report.range,
    rows: String(report.table.rows.length),
    file: file.name,
    name: schedule.name,
    customer: schedule.customer,
  };
  const text = textOf(language, 'report.mail.body', values);
  await mail.deliver(
    {
      to: readers.map(({ email }) => email).join(', '),
      subject: textOf(language, 'report.mail.subject', values),
      text,
      html: htmlOfText(text),
    },
    [{ filename: file.name, contentType: file.type, content: file.bytes }],
  );
}

/**
 * Creates and mails the report once for each language of its recipients.
 *
 * @returns false if the creator has lost access
 */
async function sendReport(
  services: RunServices,
  sources: Sources,
  schedule: Schedule,
  dueMs: number,
): Promise<boolean> {
  const receivers = await services.db.asSystem((trx) =>
    mailReaders(trx, schedule.customer_id, schedule.emails),
  );
  for (const [wording, readers] of byWording(receivers)) {
    const made = await reportOf(services, sources, schedule, dueMs, referenceOf(wording));
    if (made === null) return false;
    await mailReport(services, schedule, readers, made);
  }
  return true;
}

/** Creates and mails one report, and stores the result. Throws errors that a retry may resolve. */
async function run(
  services: RunServices,
  sources: Sources,
  { scheduleId, dueMs }: RunJob,
): Promise<void> {
  const { db, log } = services;
  const schedule = await db.asSystem((trx) => scheduleToRun(trx, scheduleId));
  if (schedule === undefined || !schedule.is_active) return;
  // A job can run again if the process ended before it was marked as done.
  if (schedule.last_state === 'sent' && schedule.last_run_at?.getTime() === dueMs) return;
  const end = (state: 'sent' | 'failed') =>
    db.asSystem((trx) => setRunResult(trx, scheduleId, dueMs, state));
  try {
    if (!(await sendReport(services, sources, schedule, dueMs))) {
      log.warn({ scheduleId }, 'the creator of a scheduled report has no access');
      return void (await end('failed'));
    }
  } catch (error) {
    await end('failed');
    if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
    log.warn({ scheduleId, status: error.statusCode }, 'a scheduled report was refused');
    return;
  }
  await end('sent');
}

/**
 * Registers the jobs of scheduled reports: every five minutes, each schedule that is due gets a
 * run.
 */
export function registerScheduleJobs(services: RunServices, sources: Sources): void {
  const { jobs } = services;
  jobs.register<RunJob>(RUN_JOB, (job) => run(services, sources, job));
  jobs.register('report-schedules', () => startDueRuns(services, Date.now()), '*/5 * * * *');
}
