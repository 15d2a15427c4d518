import {
  DEFAULT_DATE_FORMAT,
  eventType,
  formatDate,
  formatDateTime,
  type NotificationKind,
  positionText,
  takesOffRoad,
} from '@roadworthy/domain';
import type { MailReader } from '../../../platform/customer-texts/index.ts';
import { countedTextOf, isTextKey, textOf, type Wording } from '../../../platform/texts.ts';
import type { AlertFacts } from './alerts.repository.ts';

/** English name of the event of an alert, as in the event catalogue. */
export const eventNameOf = ({ event_code: code }: AlertFacts): string =>
  eventType(code ?? 0)?.name ?? String(code);

/** The kind of notification of an alert. */
export const kindOfAlert = ({
  severity,
  defect_record_id: defectId,
}: Pick<AlertFacts, 'severity' | 'defect_record_id'>): NotificationKind =>
  defectId === null ? severity : 'defect';

/** How a reader writes times; by default those of the rule's time zone. */
export type AlertReader = Pick<MailReader, 'wording' | 'timeZone' | 'dateFormat' | 'timeFormat'>;

/** An alert in the language, time zone and formats of a reader. */
export interface AlertTexts {
  readonly wording: Wording;
  readonly event: string;
  readonly registration: string;
  readonly when: string;
  readonly geofence: string;
  readonly rule: string;
  /** Reference and finding of a defect; empty for an event. */
  readonly defect: string;
  /** Whether a device reported a fault. */
  readonly isFault: boolean;
  /** Title of a recall or service campaign; empty for others. */
  readonly recall: string;
  /** Where it opens in the web app. */
  readonly path: string;
}

/** Which code or tyre a fault is about; empty for other alerts. */
function faultName(
  wording: Wording,
  { fault_key: key, fault_kind: kind }: Pick<AlertFacts, 'fault_key' | 'fault_kind'>,
): string {
  if (key === null || kind === null || kind === 'camera') return '';
  const place = kind === 'tyrePressure' ? positionText(key) : null;
  return place !== null && isTextKey(place.key)
    ? textOf(wording, place.key, { axle: String(place.number) })
    : key;
}

/** What an alert is about: an event, a defect, a fault, or vehicles of a campaign. */
function subjectOf(row: AlertFacts, wording: Wording, dateFormat: string | null): string {
  const { recall_due_on: dueOn, recall_number: number, recall_vehicles: vehicles } = row;
  if (number !== null) {
    return countedTextOf(
      wording,
      dueOn === null ? 'alert.recallHit' : 'alert.recallDue',
      vehicles ?? 1,
      {
        number,
        due:
          dueOn === null
            ? ''
            : formatDate(Date.parse(dueOn), { timeZone: 'UTC', dateFormat, timeFormat: null }),
      },
    );
  }
  const key =
    row.fault_kind !== null
      ? `faults.kind.${row.fault_kind}`
      : row.defect_record_id === null
        ? `event.${row.event_code}`
        : 'alert.defect';
  return [isTextKey(key) ? textOf(wording, key) : eventNameOf(row), faultName(wording, row)]
    .filter(Boolean)
    .join(': ');
}

function pathOf(row: AlertFacts): string {
  if (row.recall_campaign_id !== null) {
    return `/work-orders/campaigns?open=${row.recall_campaign_id}`;
  }
  if (row.fault_id !== null) return `/faults?open=${row.fault_id}`;
  if (row.defect_record_id !== null) return `/defects?open=${row.defect_record_id}`;
  const day = row.occurred_at.toISOString().slice(0, 10);
  return `/events/activity?vehicleId=${row.vehicle_id}&startDate=${day}`;
}

/** The texts of an alert for a reader; English without one. */
export function alertTexts(row: AlertFacts, reader: AlertReader | undefined): AlertTexts {
  const wording = reader?.wording ?? 'en';
  const dateFormat = reader?.dateFormat ?? DEFAULT_DATE_FORMAT;
  const { registration } = row;
  const others = (row.recall_vehicles ?? 1) - 1;
  const finding = row.items?.find(takesOffRoad)?.finding ?? '';
  return {
    wording,
    event: subjectOf(row, wording, dateFormat),
    registration:
      others === 0
        ? registration
        : textOf(wording, 'alert.recallMore', { registration, count: String(others) }),
    when: formatDateTime(row.occurred_at.getTime(), {
      timeZone: reader?.timeZone ?? row.time_zone ?? 'UTC',
      dateFormat,
      timeFormat: reader?.timeFormat ?? null,
    }),
    geofence: row.geofence_name ?? '',
    rule: row.rule_name,
    defect: [row.reference_number, finding].filter(Boolean).join(': '),
    isFault: row.fault_id !== null,
    recall: row.recall_title ?? '',
    path: pathOf(row),
  };
}

/** Subject and body of the mail of an alert. */
export function alertMailTexts(texts: AlertTexts, publicUrl: string) {
  const { wording, event, registration, when, geofence, rule, defect, isFault, recall, path } =
    texts;
  const link = publicUrl + path;
  const values = { event, registration, when, geofence, rule, defect, recall, link };
  const place = geofence === '' ? '' : `\n${textOf(wording, 'alert.mail.geofence', values)}`;
  const other = isFault ? 'alert.mail.faultBody' : 'alert.mail.body';
  const ofEvent = recall === '' ? other : 'alert.mail.recallBody';
  const body = defect === '' ? ofEvent : 'alert.mail.defectBody';
  return {
    subject: textOf(wording, 'alert.mail.subject', values),
    text: textOf(wording, body, { ...values, place }),
  };
}

/** An alert in one line, for SMS and digests. */
export function alertLine({ wording, event, registration, when, geofence }: AlertTexts): string {
  const place = geofence === '' ? '' : `, ${geofence}`;
  return textOf(wording, 'alert.line', { event, registration, when, place });
}
