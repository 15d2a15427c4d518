import { useMemo } from 'react';
import { addressOf, api, pathOf } from '../../../api/client.ts';
import { InspectionRecord } from '../../../widgets/records/inspection-record.tsx';
import type { Inspection } from '../../../widgets/records/use-record.ts';
import type { Resource } from '../../../widgets/resource/resource.ts';
import { ResourceScreen } from '../../../widgets/resource/resource-screen.tsx';
import { PanelHead } from '../panel-head.tsx';
import { RecordTrail } from '../trail.tsx';
import { type InspectionRow, useInspectionColumns } from './columns.tsx';
import { InspectionTiles } from './figures.tsx';
import { INSPECTION_FILTERS, InspectionFilters } from './filters.tsx';
import '../../../widgets/records/badges.css';
import '../../../widgets/records/records.css';
import '../defects.css';

const REFRESH_MS = 60_000;

function Details({ one: inspection }: { readonly one: Inspection }) {
  return (
    <div className="record">
      <PanelHead
        reference={inspection.reference_number}
        at={inspection.inspected_at}
        by={inspection.inspector}
        place={inspection.place}
        vehicleId={inspection.vehicle.id}
      />
      <InspectionRecord inspection={inspection} />
      <RecordTrail trail={inspection.trail} kind="inspection" />
    </div>
  );
}

type Inspections = Resource<InspectionRow, never, Inspection>;

/** Screen /inspections: every safety inspection in sight, with its figures and review (W-02). */
export function InspectionsScreen() {
  const columns = useInspectionColumns();
  const resource = useMemo<Inspections>(
    () => ({
      kind: 'inspection-list',
      texts: 'inspections',
      list: (query, signal) => api.inspections.list({ query: query as object, signal }),
      read: (id, signal) => api.inspections.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns,
      Details,
      refreshMs: REFRESH_MS,
      filters: { names: INSPECTION_FILTERS, Controls: InspectionFilters },
      exportAddress: (query) => addressOf(pathOf('inspections', 'exportList'), { query }),
    }),
    [columns],
  );
  return <ResourceScreen resource={resource} above={<InspectionTiles />} />;
}
