import { formatNumber, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, pathOf } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Pager } from '../../../ui/data-table/pager.tsx';
import { SavedViews } from '../../../ui/data-table/saved-views/saved-views.tsx';
import { formatDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay, useLocale } from '../../../ui/display.ts';
import { FormatMenu } from '../../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../../ui/download-menu/save-report.ts';
import { SidebarScreen } from '../../../ui/fleet-sidebar/sidebar-screen.tsx';
import { later } from '../../../ui/later/later.tsx';
import { usePrefetch } from '../../../ui/later/parts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchButton } from '../../../ui/search-button.tsx';
import { VehicleTypeIcon } from '../../../ui/vehicle-type-icon.tsx';
import { LabelButton } from '../../qr-codes/label/label-button.tsx';
import { FileTabs } from '../vehicle-file-tabs.tsx';
import { ActivityTable } from './activity-table.tsx';
import { type ActivitySearch, useActivities } from './use-activities.ts';
import {
  ACTIVITY_PAGE_SIZES,
  parametersOf,
  STANDARD_FILTER,
} from './vehicle-file-activity-filter.ts';
import { ActivitySidebar } from './vehicle-file-activity-sidebar.tsx';
import '../../../ui/vehicle-file/vehicle-file.css';

const details = later(async () => (await import('../details/details-panel.tsx')).DetailsPanel);
const newDocument = later(
  async () =>
    (await import('../new-document/vehicle-file-new-document-panel.tsx')).NewDocumentPanel,
);
const PARTS = [details, newDocument];

/** Parameters of the address that a saved view keeps. */
const VIEW_NAMES = [
  'vehicleId',
  'type',
  'depot',
  'audit',
  'documentDates',
  'archived',
  'pending',
  'order',
  'pageSize',
];

/** Summary of the filters for the folded sidebar on phones. */
function useSummary({ filter, vehicle }: ActivitySearch): string {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { days } = filter;
  const from = days === null ? '' : formatDay(days.from, dates.dateFormat);
  const to = days === null || days.to === days.from ? '' : formatDay(days.to, dates.dateFormat);
  return t('vehicleFile.summary', {
    vehicle: vehicle?.registration ?? t('fleet.all'),
    days: to === '' ? from : `${from}–${to}`,
  });
}

/** The list as CSV, XLSX, or one PDF with its documents. */
function ExportMenu({ search }: { readonly search: ActivitySearch }) {
  return (
    <FormatMenu
      isDisabled={search.rows.length === 0}
      save={(format) =>
        saveFrom(
          addressOf(pathOf('vehicleFile', 'exportList'), { query: { ...search.query, format } }),
          `vehicle-file.${format}`,
        )
      }
    />
  );
}

/** Heading, selected vehicle, and actions (requirements G-12 to G-15). */
function Toolbar({
  search,
  onAdd,
}: {
  readonly search: ActivitySearch;
  readonly onAdd: () => void;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const locale = useLocale();
  const { filter, vehicle } = search;
  const isDocuments = filter.useActivityFulfilled;
  const { order, pageSize } = search.address;
  const shown = { ...parametersOf(filter), order, pageSize };
  return (
    <header className="stage-head vehicle-file-head">
      <div className="vehicle-file-title">
        <PageTitle title={t(isDocuments ? 'vehicleFile.titleDocuments' : 'vehicleFile.title')} />
        {vehicle !== null && (
          <span className="activity-vehicle selected-vehicle">
            <VehicleTypeIcon vehicle={vehicle} />
            {vehicle.registration}
          </span>
        )}
      </div>
      <span className="stage-count" role="status">
        {search.state.isPending
          ? ''
          : t('vehicleFile.count', {
              count: search.count,
              shown: formatNumber(search.count, locale),
            })}
        {search.isLimit && '+'}
      </span>
      <SavedViews list="vehicle-file" names={VIEW_NAMES} shown={shown} standard={STANDARD_FILTER} />
      <LabelButton of={{ vehicle, depotId: filter.depot || null }} />
      <ExportMenu search={search} />
      {may(current, VEHICLE_FILE_WRITE) && (
        <Button kind="primary" onClick={onAdd}>
          <span aria-hidden="true">+</span>
          {t('vehicleFile.add')}
        </Button>
      )}
    </header>
  );
}

/** The open panel: a new document, or the details of an activity. */
function OpenPanel({ search }: { readonly search: ActivitySearch }) {
  const { address, setAddress, rows, vehicle } = search;
  const close = useCallback(
    () => setAddress({ panel: undefined, activity: undefined }),
    [setAddress],
  );
  const { current } = useSession();
  const id = Number(address.activity);
  const row = useMemo(() => rows.find((one) => one.id === id), [rows, id]);
  if (address.panel === 'new' && may(current, VEHICLE_FILE_WRITE)) {
    if (search.isNaming) return null;
    const { type } = vehicle ?? { type: null };
    const known = vehicle === null || type === null ? null : { ...vehicle, type };
    return (
      <newDocument.Part
        firstVehicle={known}
        onDone={() => setAddress({ panel: undefined, page: undefined })}
        onClose={close}
      />
    );
  }
  if (!Number.isInteger(id) || id <= 0) return null;
  return <details.Part key={id} id={id} known={row} onClose={close} />;
}

export function ActivityScreen() {
  const { t } = useTranslation();
  const search = useActivities();
  usePrefetch(PARTS);
  const { setAddress } = search;
  const selectedId = Number(search.address.activity) || null;
  return (
    <SidebarScreen
      label={t('vehicleFile.filter')}
      title={t('vehicleFile.filter')}
      summary={useSummary(search)}
      sidebar={<ActivitySidebar search={search} />}
      foot={
        <SearchButton
          label={t(search.isSearching ? 'events.searching' : 'events.search')}
          isDisabled={search.isSearching}
          onSearch={search.search}
        />
      }
    >
      <div className="vehicle-file">
        <FileTabs />
        <Toolbar search={search} onAdd={() => setAddress({ panel: 'new', activity: undefined })} />
        {search.filter.showArchived && (
          <p className="vehicle-file-archived" role="status">
            {t('vehicleFile.onlyArchived')}
            <Button
              kind="link"
              onClick={() => setAddress({ archived: undefined, page: undefined })}
            >
              {t('vehicleFile.showCurrent')}
            </Button>
          </p>
        )}
        <div className="vehicle-file-list">
          <ActivityTable
            search={search}
            selectedId={selectedId}
            onOpen={({ id }) => setAddress({ activity: String(id), panel: undefined })}
          />
        </div>
        {search.count > 0 && (
          <Pager
            page={search.page}
            pageSize={search.pageSize}
            count={search.count}
            isLimit={search.isLimit}
            sizes={ACTIVITY_PAGE_SIZES}
            onPage={(page) =>
              setAddress({ page: page === 1 ? undefined : String(page), activity: undefined })
            }
            onPageSize={(pageSize) =>
              setAddress({ pageSize: String(pageSize), page: undefined, activity: undefined })
            }
          />
        )}
        <OpenPanel search={search} />
      </div>
    </SidebarScreen>
  );
}
