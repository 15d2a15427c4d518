import { useMemo } from 'react';
import { addressOf, api, pathOf } from '../../api/client.ts';
import styles from '../../ui/record/record.module.css';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { PanelHead } from '../records/panel-head.tsx';
import { InspectionRecord } from '../records/record/inspection-record.tsx';
import type { Inspection } from '../records/record/use-record.ts';
import { RecordTrail } from '../records/records-trail.tsx';
import { type InspectionRow, useInspectionColumns } from './inspections-columns.tsx';
import { InspectionTiles } from './inspections-figures.tsx';
import { INSPECTION_FILTERS, InspectionFilters } from './inspections-filters.tsx';

const REFRESH_MS = 60_000;

function Details({ one: inspection }: { readonly one: Inspection }) {
  return (
    <div className={styles.record}>
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

/** Screen /inspections: the visible safety inspections with measurements and review (W-02). */
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
