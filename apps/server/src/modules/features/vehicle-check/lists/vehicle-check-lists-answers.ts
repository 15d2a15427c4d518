import type { AnswerOf, contract } from '@roadworthy/contract';
import { type DamageZone, toApiDateTime } from '@roadworthy/domain';
import type { Files } from '../../../../platform/files/index.ts';
import type { VehicleColumns } from '../scope/vehicle-check-scope.repository.ts';
import type {
  DamagedVehicle,
  DamageListRow,
  LetterListRow,
  ReportListRow,
} from './vehicle-check-lists.repository.ts';

type Calls = typeof contract.vehicleCheck;
export type ReportRow = AnswerOf<Calls['reports']>['results'][number];
export type DamageRow = AnswerOf<Calls['fixDamage']>;
export type DamagedVehicleRow = AnswerOf<Calls['damagedVehicles']>['results'][number];
export type NoticeLetterRow = AnswerOf<Calls['noticeLetters']>['results'][number];

const moment = (at: Date) => toApiDateTime(at.getTime());

const vehicleOf = ({ vehicle_id: id, registration, type }: VehicleColumns) => ({
  id,
  registration,
  type,
});

/** A report as listed by the API. */
export const toReportRow = (row: ReportListRow): ReportRow => ({
  id: row.id,
  type: row.kind,
  reference_number: row.reference_number,
  date: moment(row.done_at),
  vehicle: vehicleOf(row),
  driver: row.author,
  odometer: row.odometer_m === null ? null : Number(row.odometer_m),
  result: row.defects === 0 ? 'pass' : 'fail',
  defects: row.defects,
  duration: row.duration_s,
  is_short: row.is_short,
});

/** A damage with expiring URLs of its photographs. */
export const toDamageRow = (
  row: DamageListRow,
  files: Pick<Files, 'signedAddress'>,
): DamageRow => ({
  id: row.id,
  vehicle: vehicleOf(row),
  reported_at: moment(row.reported_at),
  reported_by: row.reported_by,
  part: row.part as DamageZone,
  description: row.description,
  severity: row.severity,
  photos: row.photo_files.map((id) => files.signedAddress(id)),
  fixed_at: row.fixed_at === null ? null : moment(row.fixed_at),
  fixed_by: row.fixed_by,
  report: row.report_id,
});

export const toDamagedVehicleRow = (row: DamagedVehicle): DamagedVehicleRow => ({
  vehicle: vehicleOf(row),
  open_damages: row.open_damages,
  major_damages: row.major_damages,
  oldest: moment(row.oldest),
  off_road: row.off_road,
});

export const toLetterRow = (row: LetterListRow): NoticeLetterRow => ({
  id: row.id,
  reference_number: row.reference_number,
  date: moment(row.sent_at),
  vehicle: { id: row.vehicle_id, registration: row.registration },
  driver: row.driver,
  subject: row.subject,
});
