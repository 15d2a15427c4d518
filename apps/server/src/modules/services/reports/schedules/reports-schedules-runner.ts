import { nextOccurrence, periodBefore } from '@roadworthy/domain/time';
import { loadViewer } from '../../../../platform/auth/index.ts';
import {
  byWording,
  type MailReader,
  mailReaders,
} from '../../../../platform/customer-texts/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type LanguageReference, referenceOf, textOf } from '../../../../platform/texts.ts';
import { type MadeReport, makeReport } from '../reports-build.ts';
import type { ReportFormat, ReportKind } from '../reports-question.ts';
import type { Sources } from '../reports-tables.ts';
import { holdDue, keepNextRun, keepRun, scheduleToRun } from './reports-schedules.repository.ts';

const RUN_JOB = 'report-run';
/** A run of a schedule, due at a moment. */
interface RunJob {
  readonly scheduleId: number;
  /** ms since 1970 UTC */
  readonly dueMs: number;
}

/** Maximum schedules per run. */
const MAX_DUE = 200;
/** Runs missed longer ago, while no server ran, are not sent. */
const CATCH_UP_MS = 7 * 86_400_000;

type RunServices = Pick<Services, 'db' | 'jobs' | 'mail' | 'log'>;
type Schedule = NonNullable<Awaited<ReturnType<typeof scheduleToRun>>>;

/**
 * Queues a run of every due schedule. The next due time is stored in the same transaction, so that no
 * run is queued twice or lost.
 */
export async function giveDueRuns({ db, jobs }: RunServices, nowMs: number): Promise<void> {
  await db.asSystem(async (trx) => {
    for (const row of await holdDue(trx, nowMs, MAX_DUE)) {
      const dueMs = row.next_run_at?.getTime() ?? nowMs;
      const recurrence = { frequency: row.frequency, hour: row.hour, timeZone: row.time_zone };
      const nextMs = nextOccurrence(recurrence, Math.max(dueMs, nowMs - CATCH_UP_MS));
      await keepNextRun(trx, row.id, nextMs);
      await jobs.send<RunJob>(RUN_JOB, { scheduleId: row.id, dueMs }, trx);
    }
  });
}

/** The report of a schedule with the rights of its owner, in a language; null without the rights. */
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
 * Creates and mails the report once per language of its receivers.
 *
 * @returns whether the owner still has the rights
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

/** Creates and mails one report and stores the outcome. Temporary failures are retried. */
async function run(
  services: RunServices,
  sources: Sources,
  { scheduleId, dueMs }: RunJob,
): Promise<void> {
  const { db, log } = services;
  const schedule = await db.asSystem((trx) => scheduleToRun(trx, scheduleId));
  if (schedule === undefined || !schedule.is_active) return;
  // A job runs again if the process ended before the job was marked as done.
  if (schedule.last_state === 'sent' && schedule.last_run_at?.getTime() === dueMs) return;
  const end = (state: 'sent' | 'failed') =>
    db.asSystem((trx) => keepRun(trx, scheduleId, dueMs, state));
  try {
    if (!(await sendReport(services, sources, schedule, dueMs))) {
      log.warn({ scheduleId }, 'the owner of a scheduled report no longer has the rights');
      return void (await end('failed'));
    }
  } catch (error) {
    await end('failed');
    if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
    log.warn({ scheduleId, status: error.statusCode }, 'a scheduled report could not be created');
    return;
  }
  await end('sent');
}

/** Declares the jobs of scheduled reports; every five minutes the due ones are queued. */
export function registerScheduleJobs(services: RunServices, sources: Sources): void {
  const { jobs } = services;
  jobs.register<RunJob>(RUN_JOB, (job) => run(services, sources, job));
  jobs.register('report-schedules', () => giveDueRuns(services, Date.now()), '*/5 * * * *');
}
