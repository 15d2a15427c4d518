import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import styles from '../../ui/record/record.module.css';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { BrakeSettingsDialog } from '../brake-tests/brake-settings-dialog.tsx';
import { BrakeResultPart } from '../brake-tests/brake-test-result.tsx';
import { mayRecord } from '../brake-tests/may-record.ts';
import { useBrakeDue } from '../brake-tests/use-brake-due.tsx';
import { useInspectors } from '../brake-tests/use-inspectors.tsx';
import { PanelHead } from '../records/panel-head.tsx';
import { InspectionRecord } from '../records/record/inspection-record.tsx';
import { Part } from '../records/record/records-record-part.tsx';
import type { Inspection } from '../records/record/use-record.ts';
import { RecordTrail } from '../records/records-trail.tsx';
import { OrdersOf } from '../work-orders/orders-of.tsx';
import {
  checkInspection,
  emptyInspection,
  type InspectionDraft,
  sendInspection,
} from './inspection-draft.ts';
import { InspectionFields } from './inspection-fields.tsx';
import { type InspectionRow, useInspectionColumns } from './inspections-columns.tsx';
import { InspectionTiles } from './inspections-figures.tsx';
import { INSPECTION_FILTERS, InspectionFilters } from './inspections-filters.tsx';

const REFRESH_MS = 60_000;

function Details({ one: inspection }: { readonly one: Inspection }) {
  const { t } = useTranslation();
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
      {inspection.brake_test !== null && (
        <Part title={t('brakes.assessed')}>
          <BrakeResultPart of={inspection.brake_test} />
        </Part>
      )}
      <OrdersOf
        of={{ inspection: inspection.id }}
        vehicle={inspection.vehicle}
        title={t('workOrders.ofInspection', { number: inspection.reference_number })}
      />
      <RecordTrail trail={inspection.trail} kind="inspection" />
    </div>
  );
}

type Inspections = Resource<InspectionRow, InspectionDraft, Inspection>;

const LISTS = ['inspections', 'brakes', 'inspectors'] as const;

function useInspectionList(): Inspections {
  const columns = useInspectionColumns();
  const { t } = useTranslation();
  const {
    unit,
    dates: { timeZone },
  } = useDisplay();
  const { current } = useSession();
  const mayAdd = mayRecord(current);
  return useMemo<Inspections>(
    () => ({
      kind: 'inspection-list',
      texts: 'inspections',
      list: (query, signal) => api.inspections.list({ query: query as object, signal }),
      read: (id, signal) => api.inspections.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns,
      Details,
      mayAdd,
      form: {
        draftOf: () => emptyInspection(timeZone),
        takesVehicle: true,
        Fields: InspectionFields,
        check: checkInspection,
        save: (draft) => sendInspection(draft, { unit, timeZone }, t('inspections.declaration')),
        mayChange: () => false,
      },
      refreshMs: REFRESH_MS,
      filters: { names: INSPECTION_FILTERS, Controls: InspectionFilters },
      exportAddress: (query) => addressOf(pathOf('inspections', 'exportList'), { query }),
    }),
    [columns, mayAdd, t, timeZone, unit],
  );
}

/**
 * Screen /inspections: the visible safety inspections with measurements and review (W-02), the brake tests
 * that are due, and the register of inspectors.
 */
export function InspectionsScreen() {
  const { t } = useTranslation();
  const { current: session } = useSession();
  const [isChanging, setIsChanging] = useState(false);
  const current = useListTab(LISTS);
  const inspections = useInspectionList();
  const brakes = useBrakeDue();
  const inspectors = useInspectors();
  const tabs = (
    <ListTabs
      label={t('inspections.tabs')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`inspections.tab.${key}`) }))}
    />
  );
  if (current === 'brakes') {
    const settings = may(session, { kind: 'administrator' }) && (
      <>
        <Button onClick={() => setIsChanging(true)}>{t('brakes.settings')}</Button>
        {isChanging && <BrakeSettingsDialog onClose={() => setIsChanging(false)} />}
      </>
    );
    return <ResourceScreen key={current} resource={brakes} tabs={tabs} actions={settings} />;
  }
  if (current === 'inspectors') {
    return <ResourceScreen key={current} resource={inspectors} tabs={tabs} />;
  }
  const tiles = <InspectionTiles />;
  return <ResourceScreen key={current} resource={inspections} tabs={tabs} above={tiles} />;
}
