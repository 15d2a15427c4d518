import { useMemo } from 'react';
import { addressOf, api, pathOf } from '../../../api/client.ts';
import { useSession } from '../../../shell/session/context.ts';
import { may } from '../../../shell/session/rights.ts';
import { DefectRecord } from '../../../widgets/records/defect-record.tsx';
import type { Defect } from '../../../widgets/records/use-record.ts';
import type { Resource } from '../../../widgets/resource/resource.ts';
import { ResourceScreen } from '../../../widgets/resource/resource-screen.tsx';
import { PanelHead } from '../panel-head.tsx';
import { RecordTrail } from '../trail.tsx';
import { type DefectRow, useDefectColumns } from './columns.tsx';
import { DefectTiles } from './figures.tsx';
import { DEFECT_FILTERS, DefectFilters } from './filters.tsx';
import { checkReport, emptyReport, type ReportDraft, sendReport } from './report-draft.ts';
import { ReportFields } from './report-fields.tsx';
import '../../../widgets/records/badges.css';
import '../../../widgets/records/records.css';
import '../defects.css';

/** Others report and repair while somebody looks. */
const REFRESH_MS = 60_000;

function Details({ one: defect }: { readonly one: Defect }) {
  return (
    <div className="record">
      <PanelHead
        reference={defect.reference_number}
        at={defect.reported.at}
        by={defect.reported.by}
        place={defect.place}
        vehicleId={defect.vehicle.id}
      />
      <DefectRecord defect={defect} />
      <RecordTrail trail={defect.trail} kind="defect" />
    </div>
  );
}

type Defects = Resource<DefectRow, ReportDraft, Defect>;

/** Who may report: as the call asks for. */
const MAY_REPORT = { kind: 'module', anyOf: ['Defect', 'Vehicle File'], write: true } as const;

/** Screen /defects: every defect in sight, and the whole life of each in its panel (requirement W-01). */
export function DefectsScreen() {
  const columns = useDefectColumns();
  const { current } = useSession();
  const mayAdd = may(current, MAY_REPORT);
  const resource = useMemo<Defects>(
    () => ({
      kind: 'defect-list',
      texts: 'defects',
      list: (query, signal) => api.defects.list({ query: query as object, signal }),
      read: (id, signal) => api.defects.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns,
      Details,
      mayAdd,
      form: {
        draftOf: emptyReport,
        Fields: ReportFields,
        check: checkReport,
        save: sendReport,
        mayChange: () => false,
      },
      refreshMs: REFRESH_MS,
      filters: { names: DEFECT_FILTERS, Controls: DefectFilters },
      exportAddress: (query) => addressOf(pathOf('defects', 'exportList'), { query }),
    }),
    [columns, mayAdd],
  );
  return <ResourceScreen resource={resource} above={<DefectTiles />} />;
}
