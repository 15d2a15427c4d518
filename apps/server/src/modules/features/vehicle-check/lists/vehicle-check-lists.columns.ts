import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import type { AuditSurvey } from '../surveys/vehicle-check-surveys-answer.ts';
import type {
  DamagedVehicleRow,
  DamageRow,
  NoticeLetterRow,
  ReportRow,
} from './vehicle-check-lists-answers.ts';

/** CSV columns of each list, in the order of the screen (L-P03). */
export const reportColumns = (display: Display): readonly ColumnOf<ReportRow>[] => [
  { name: 'report.column.date', type: 'moment', value: (r) => momentCell(r.date) },
  { name: 'report.column.reference', type: 'text', value: (r) => r.reference_number },
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle.registration },
  { name: 'report.column.driver', type: 'text', value: (r) => r.driver },
  { name: 'report.column.odometer', type: 'distance', value: (r) => r.odometer },
  {
    name: 'report.column.result',
    type: 'text',
    value: (r) => wordsOf(display, `vehicleCheck.result.${r.result}`),
  },
  { name: 'report.column.defects', type: 'count', value: (r) => r.defects },
  { name: 'report.column.timeTaken', type: 'duration', value: (r) => r.duration },
  {
    name: 'report.column.tooShort',
    type: 'text',
    value: (r) => (r.is_short ? wordsOf(display, 'vehicleCheck.yes') : null),
  },
];

export const damageColumns = (display: Display): readonly ColumnOf<DamageRow>[] => [
  { name: 'report.column.date', type: 'moment', value: (r) => momentCell(r.reported_at) },
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle.registration },
  {
    name: 'report.column.part',
    type: 'text',
    value: (r) => wordsOf(display, `vehicleCheck.zone.${r.part}`),
  },
  { name: 'report.column.description', type: 'text', value: (r) => r.description },
  {
    name: 'report.column.severity',
    type: 'text',
    value: (r) => wordsOf(display, `records.severity.${r.severity}`),
  },
  { name: 'report.column.reportedBy', type: 'text', value: (r) => r.reported_by },
  { name: 'report.column.fixed', type: 'moment', value: (r) => momentCell(r.fixed_at) },
  { name: 'report.column.fixedBy', type: 'text', value: (r) => r.fixed_by },
];

export const damagedVehicleColumns = (display: Display): readonly ColumnOf<DamagedVehicleRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle.registration },
  { name: 'report.column.openDamages', type: 'count', value: (r) => r.open_damages },
  { name: 'report.column.majorDamages', type: 'count', value: (r) => r.major_damages },
  { name: 'report.column.oldest', type: 'moment', value: (r) => momentCell(r.oldest) },
  {
    name: 'report.column.offRoad',
    type: 'text',
    value: (r) => (r.off_road ? wordsOf(display, 'vehicleCheck.yes') : null),
  },
];

export const letterColumns = (): readonly ColumnOf<NoticeLetterRow>[] => [
  { name: 'report.column.date', type: 'moment', value: (r) => momentCell(r.date) },
  { name: 'report.column.reference', type: 'text', value: (r) => r.reference_number },
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle.registration },
  { name: 'report.column.driver', type: 'text', value: (r) => r.driver },
  { name: 'report.column.subject', type: 'text', value: (r) => r.subject },
];

export const surveyColumns = (): readonly ColumnOf<AuditSurvey>[] => [
  { name: 'report.column.date', type: 'moment', value: (r) => momentCell(r.date) },
  { name: 'report.column.reference', type: 'text', value: (r) => r.reference_number },
  { name: 'report.column.depot', type: 'text', value: (r) => r.depot.name },
  { name: 'report.column.vehicle', type: 'text', value: (r) => r.vehicle?.registration ?? null },
  { name: 'report.column.auditor', type: 'text', value: (r) => r.auditor },
  { name: 'report.column.score', type: 'count', value: (r) => r.score },
  {
    name: 'report.column.notInOrder',
    type: 'count',
    value: (r) => r.items.filter(({ ok }) => !ok).length,
  },
];
