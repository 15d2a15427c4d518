import { mayTakeStep } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may, rightsOf } from '../../session/rights.ts';
import styles from '../../ui/record/record.module.css';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { PanelHead } from '../records/panel-head.tsx';
import { DefectRecord } from '../records/record/defect-record.tsx';
import type { Defect } from '../records/record/use-record.ts';
import { RecordTrail } from '../records/records-trail.tsx';
import { OrdersOf } from '../work-orders/orders-of.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { type DefectRow, useDefectColumns } from './defects-columns.tsx';
import { DefectTiles } from './defects-figures.tsx';
import { DEFECT_FILTERS, DefectFilters } from './defects-filters.tsx';
import { checkReport, emptyReport, type ReportDraft, sendReport } from './report-draft.ts';
import { ReportFields } from './report-fields.tsx';

/** Others may report and repair while the list is open. */
const REFRESH_MS = 60_000;

function Details({ one: defect }: { readonly one: Defect }) {
  return (
    <div className={styles.record}>
      <PanelHead
        reference={defect.reference_number}
        at={defect.reported.at}
        by={defect.reported.by}
        place={defect.place}
        vehicleId={defect.vehicle.id}
      />
      <DefectRecord defect={defect} />
      <OrdersOf
        of={{ defect: defect.id }}
        vehicle={defect.vehicle}
        title={defect.items[0]?.finding ?? ''}
        isOpen={defect.state !== 'repaired' && defect.state !== 'signed_off'}
      />
      <RecordTrail trail={defect.trail} kind="defect" />
    </div>
  );
}

type Defects = Resource<DefectRow, ReportDraft, Defect>;

/** Permission to report defects, as the call requires. */
const MAY_REPORT = { kind: 'module', anyOf: ['Defect', 'Vehicle File'], write: true } as const;

/** Screen /defects: every visible defect and its life cycle in a panel (requirement W-01). */
export function DefectsScreen() {
  const columns = useDefectColumns();
  const { current } = useSession();
  const { t } = useTranslation();
  const mayAdd = may(current, MAY_REPORT);
  const mayAssign = mayAdd && mayTakeStep(rightsOf(current), 'assign');
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
        takesVehicle: true,
        Fields: ReportFields,
        check: checkReport,
        save: sendReport,
        mayChange: () => false,
      },
      ...(mayAssign
        ? { bulk: [{ key: 'assign', label: t('defects.assign'), Dialog: AssignDialog }] }
        : {}),
      refreshMs: REFRESH_MS,
      filters: { names: DEFECT_FILTERS, Controls: DefectFilters },
      exportAddress: (query) => addressOf(pathOf('defects', 'exportList'), { query }),
    }),
    [columns, mayAdd, mayAssign, t],
  );
  return <ResourceScreen resource={resource} above={<DefectTiles />} />;
}
