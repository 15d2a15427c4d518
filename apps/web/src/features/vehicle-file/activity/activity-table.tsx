import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/order.ts';
import { useDisplay } from '../../../ui/display.ts';
import { useVehicleGroups } from '../../../ui/fleet-sidebar/vehicle-groups.ts';
import { knownText } from '../../../ui/known-text.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { VehicleTypeIcon } from '../../../ui/vehicle-type-icon.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { DocumentCell } from './document-cell.tsx';
import type { ActivitySearch } from './use-activities.ts';

/** The server sorts; the header only enables it. */
const SORTS = { compare: () => 0 } as const;

/** The type of each vehicle, for its icon; unknown for vehicles outside the fleet list. */
function useVehicleTypes(): ReadonlyMap<number, string> {
  const groups = useVehicleGroups();
  return useMemo(
    () =>
      new Map((groups.data ?? []).flatMap((group) => group.vehicles).map((v) => [v.id, v.type])),
    [groups.data],
  );
}

/** The date of a document, which has no time zone (H-48); without one, the day it was entered. */
function DocumentDay({ activity }: { readonly activity: Activity }) {
  const { dates } = useDisplay();
  const { created_at: createdAt, activity_fulfilled_at: fulfilledAt } = activity;
  return fulfilledAt === null
    ? formatDate(Date.parse(createdAt), dates)
    : formatDate(Date.parse(fulfilledAt), { ...dates, timeZone: 'UTC' });
}

/** The time when an activity was entered. */
function EnteredAt({ activity }: { readonly activity: Activity }) {
  const { dates } = useDisplay();
  return formatDateTime(Date.parse(activity.created_at), dates);
}

/** The columns of requirements G-17 to G-23; only the date of the mode is sortable (G-P02). */
function useColumns(byDocument: boolean): readonly Column<Activity>[] {
  const { t } = useTranslation();
  const types = useVehicleTypes();
  return useMemo(
    () => [
      {
        key: 'documentDate',
        label: t('vehicleFile.documentDate'),
        widthPx: 104,
        ...(byDocument ? SORTS : {}),
        cell: (activity) => <DocumentDay activity={activity} />,
      },
      {
        key: 'date',
        label: t('vehicleFile.dateTime'),
        widthPx: 136,
        ...(byDocument ? {} : SORTS),
        cell: (activity) => <EnteredAt activity={activity} />,
      },
      {
        key: 'registration',
        label: t('vehicleFile.registration'),
        cell: ({ vehicle }) => (
          <span className="activity-vehicle">
            <VehicleTypeIcon vehicle={{ type: types.get(vehicle.id) ?? null }} />
            {vehicle.registration}
          </span>
        ),
      },
      {
        key: 'type',
        label: t('vehicleFile.activityType'),
        cell: ({ activity_type: { name } }) => knownText(name, t),
      },
      {
        key: 'description',
        label: t('vehicleFile.description'),
        widthPx: 160,
        cell: ({ description }) => knownText(description, t),
      },
      {
        key: 'status',
        label: t('vehicleFile.status'),
        cell: (activity) => <StatusBadge activity={activity} />,
      },
      {
        key: 'createdBy',
        label: t('vehicleFile.createdBy'),
        cell: ({ created_by: createdBy }) => createdBy,
      },
      {
        key: 'document',
        label: t('vehicleFile.document'),
        cell: (activity) => <DocumentCell activity={activity} />,
      },
    ],
    [t, types, byDocument],
  );
}

/**
 * The details button; it shows the number of investigations if there are any (requirement G-28).
 */
function DetailsButton({
  activity,
  onOpen,
}: {
  readonly activity: Activity;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation();
  const count = activity.total_investigations_count;
  const { registration } = activity.vehicle;
  const label =
    count > 0
      ? t('vehicleFile.openDetailsCount', { registration, count })
      : t('vehicleFile.openDetails', { registration });
  return (
    <Button
      kind="icon"
      className="details-button"
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
        <path
          d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      {count > 0 && <span className="count-badge">{count}</span>}
    </Button>
  );
}

/** The found activities (requirements G-16 to G-29). */
export function ActivityTable({
  search,
  selectedId,
  onOpen,
}: {
  readonly search: ActivitySearch;
  readonly selectedId: number | null;
  readonly onOpen: (activity: Activity) => void;
}) {
  const { t } = useTranslation();
  const { isOldestFirst } = search;
  const byDocument = search.filter.useActivityFulfilled;
  const columns = useColumns(byDocument);
  const sorted = byDocument ? 'documentDate' : 'date';
  return (
    <DataTable
      id="vehicle-file"
      label={t('vehicleFile.title')}
      columns={columns}
      rows={search.rows}
      keyOf={({ id }) => id}
      state={search.state}
      empty={{ title: t('vehicleFile.empty'), text: t('vehicleFile.emptyText') }}
      order={isOldestFirst ? sorted : `-${sorted}`}
      selected={selectedId}
      actions={(activity) => <DetailsButton activity={activity} onOpen={() => onOpen(activity)} />}
      onOrder={() => search.setOrder(isOldestFirst ? undefined : 'date')}
      onSelect={onOpen}
    />
  );
}
