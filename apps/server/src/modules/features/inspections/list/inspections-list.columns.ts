import type { AnswerOf, contract } from '@roadworthy/contract';
import { activityStatus, NO_STATUS } from '@roadworthy/domain';
import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';

export type InspectionRow = AnswerOf<typeof contract.inspections.list>['results'][number];

/** Columns of the exported list, in the order of the screen. */
export const inspectionColumns = (display: Display): readonly ColumnOf<InspectionRow>[] => [
  { name: 'report.column.recordId', type: 'text', value: (i) => i.reference_number },
  { name: 'report.column.vehicle', type: 'text', value: (i) => i.vehicle.registration },
  { name: 'report.column.depot', type: 'text', value: (i) => i.depot?.name ?? null },
  { name: 'report.column.inspectedAt', type: 'moment', value: (i) => momentCell(i.inspected_at) },
  { name: 'report.column.inspector', type: 'text', value: (i) => i.inspector },
  {
    name: 'report.column.state',
    type: 'text',
    value: (i) =>
      wordsOf(
        display,
        `vehicleFile.status.${activityStatus('SAFETY_INSPECTION', i.status).key ?? NO_STATUS.key}`,
      ),
  },
  {
    name: 'report.column.result',
    type: 'text',
    value: (i) =>
      wordsOf(display, i.is_roadworthy ? 'records.roadworthy' : 'records.notRoadworthy'),
  },
  { name: 'report.column.defects', type: 'count', value: (i) => i.defects, isSummed: true },
  { name: 'report.column.brakeService', type: 'measure', value: (i) => i.brake_service },
  { name: 'report.column.brakeSecondary', type: 'measure', value: (i) => i.brake_secondary },
  { name: 'report.column.brakeParking', type: 'measure', value: (i) => i.brake_parking },
  { name: 'report.column.leastTread', type: 'measure', value: (i) => i.least_tread },
  {
    name: 'report.column.nextDue',
    type: 'date',
    value: (i) => (i.next_due === null ? null : Date.parse(i.next_due)),
  },
];
