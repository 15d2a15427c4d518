import { nextOccurrence, periodBefore } from '@roadworthy/domain/time';
import { loadViewer, type Viewer } from '../../../../platform/auth/index.ts';
import { byWording, mailReaders } from '../../../../platform/customer-texts/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  type DeliveryRow,
  enqueueDeliveries,
  type Message,
  Undeliverable,
} from '../../../../platform/deliveries/index.ts';
import { codeOf } from '../../../../platform/error-texts.ts';
import { HttpError, notFound } from '../../../../platform/errors.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { type LanguageReference, referenceOf, textOf } from '../../../../platform/texts.ts';
import { type MadeReport, makeReport } from '../reports-build.ts';
import type { ReportFormat, ReportKind } from '../reports-query.ts';
import { visibleOf } from '../reports-subjects.ts';
import type { Sources } from '../reports-tables.ts';
import {
  isRunSent,
  lockDue,
  type ScheduleRow,
  scheduleToRun,
  setNextRun,
  setRunResult,
} from './reports-schedules.repository.ts';

/** The content of a delivery: a run of a schedule, for readers with the same texts. */
interface RunContent {
  readonly scheduleId: number;
  /** Time at which the run was due, ms since 1970 UTC. */
  readonly dueMs: number;
  readonly emails: readonly string[];
  /** Keys of all deliveries of the run. */
  readonly keys: readonly string[];
}

/** Schedules per run of the job; the next one handles the rest. */
const MAX_DUE = 200;
/** Runs that were missed longer ago, while no server ran, are skipped. */
const CATCH_UP_MS = 7 * 86_400_000;

type RunServices = Pick<Services, 'db' | 'jobs' | 'deliveries'>;
type Schedule = NonNullable<Awaited<ReturnType<typeof scheduleToRun>>>;

/** Enqueues the deliveries of a run: one for each language of its recipients. */
async function enqueueRun(trx: Transaction, schedule: ScheduleRow, dueMs: number): Promise<void> {
  const { id, customer_id } = schedule;
  const groups = [...byWording(await mailReaders(trx, customer_id, schedule.emails)).values()];
  const keys = groups.map((_, n) => `report:${id}:${dueMs}:${n}`);
  await enqueueDeliveries(
    trx,
    groups.map((readers, n) => {
      const emails = readers.map(({ email }) => email);
      return {
        customer_id,
        channel: 'email',
        queue: 'documents',
        kind: 'report',
        target: emails.join(', '),
        delivery_key: keys[n] ?? null,
        content: { scheduleId: id, dueMs, emails, keys } satisfies RunContent,
      };
    }),
  );
}

/**
 * Creates a run for each schedule that is due. The next time is set in the same transaction, so
 * that no run is created twice or lost.
 */
export async function startDueRuns({ db }: Pick<Services, 'db'>, nowMs: number): Promise<void> {
  await db.asSystem(async (trx) => {
    for (const row of await lockDue(trx, nowMs, MAX_DUE)) {
      const dueMs = row.next_run_at?.getTime() ?? nowMs;
      const recurrence = { frequency: row.frequency, hour: row.hour, timeZone: row.time_zone };
      const nextMs = nextOccurrence(recurrence, Math.max(dueMs, nowMs - CATCH_UP_MS));
      await setNextRun(trx, row.id, nextMs);
      await enqueueRun(trx, row, dueMs);
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
  { db }: Pick<Services, 'db'>,
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

function messageOf(
  schedule: Schedule,
  emails: readonly string[],
  { report, file }: MadeReport,
): Message {
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
  return {
    channel: 'email',
    mail: {
      to: emails.join(', '),
      subject: textOf(language, 'report.mail.subject', values),
      text,
      html: htmlOfText(text),
    },
    attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }],
  };
}

/** Declares the mails of scheduled reports, which create the report when they are sent. */
function registerReportMails({ db, deliveries }: RunServices, sources: Sources): void {
  const contentOf = ({ content }: DeliveryRow) => content as unknown as RunContent;
  deliveries.register('report', {
    compose: async (trx, delivery) => {
      const { scheduleId, dueMs, emails } = contentOf(delivery);
      const schedule = await scheduleToRun(trx, scheduleId);
      if (schedule === undefined || !schedule.is_active) {
        throw new Undeliverable('delivery.schedule_ended');
      }
      const [reader] = await mailReaders(trx, schedule.customer_id, emails);
      const language = referenceOf(reader?.wording ?? 'en');
      const made = await reportOf({ db }, sources, schedule, dueMs, language).catch((error) => {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        throw new Undeliverable(codeOf(error.detail));
      });
      if (made === null) throw new Undeliverable('delivery.no_access');
      return messageOf(schedule, emails, made);
    },
    onResult: async (trx, delivery, state) => {
      const { scheduleId, dueMs, keys } = contentOf(delivery);
      if (state !== 'sent') await setRunResult(trx, scheduleId, dueMs, 'failed');
      else if (await isRunSent(trx, scheduleId, keys)) {
        await setRunResult(trx, scheduleId, dueMs, 'sent');
      }
    },
  });
}

/**
 * Registers the job and the mails of scheduled reports: every five minutes, each schedule that is
 * due gets a run.
 */
export function registerScheduleJobs(services: RunServices, sources: Sources): void {
  registerReportMails(services, sources);
  services.jobs.register(
    'report-schedules',
    () => startDueRuns(services, Date.now()),
    '*/5 * * * *',
  );
}
