import { formatMoment, formatSpeed } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { placeText } from '../../ui/known-text.ts';
import { look } from '../../ui/look/look.ts';
import { ChoosePage, ChooseRow, type Chosen } from '../../ui/resource/choose.tsx';
import { EventActions } from './event-actions.tsx';
import { EventCell } from './event-cell.tsx';
import { SeverityBadge, StateBadge } from './review/review-badges.tsx';
import type { FleetEvent, useEvents } from './use-events.ts';

function useColumns(): readonly Column<FleetEvent>[] {
  const { t } = useTranslation();
  const { unit, dates, locale } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'time',
        label: t('events.time'),
        // The server sorts; the header only enables it.
        compare: () => 0,
        cell: ({ timestamp }) => formatMoment(Date.parse(timestamp), dates),
      },
      {
        key: 'registration',
        label: t('events.registration'),
        cell: ({ vehicle }) => (
          <span className={look({ weight: 'strong', nowrap: true })}>
            <VehicleLink vehicle={vehicle} />
          </span>
        ),
      },
      {
        key: 'event',
        label: t('events.event'),
        cell: (event) => <EventCell of={event} />,
      },
      {
        key: 'address',
        label: t('events.address'),
        widthPx: 180,
        cell: ({ address, geofence }) =>
          geofence?.name ?? (address === null ? t('track.unknown') : placeText(address, t, locale)),
      },
      {
        key: 'speed',
        label: t('events.speed'),
        isNumber: true,
        cell: ({ speed }) => formatSpeed(speed, unit, locale),
      },
      {
        key: 'driver',
        label: t('events.driver'),
        cell: ({ driver }) =>
          driver === null ? t('track.unknown') : <DriverLink driver={driver} />,
      },
      {
        key: 'severity',
        label: t('events.severity'),
        cell: ({ severity }) => severity !== undefined && <SeverityBadge severity={severity} />,
      },
      {
        key: 'state',
        label: t('events.state'),
        cell: ({ review }) => review !== undefined && <StateBadge state={review.state} />,
      },
      {
        key: 'assignee',
        label: t('events.assignee'),
        cell: ({ review }) => review !== undefined && <Assignment review={review} />,
      },
    ],
    [t, unit, dates, locale],
  );
}

/** Who reviews, and until when. */
function Assignment({ review }: { readonly review: NonNullable<FleetEvent['review']> }) {
  const { dates } = useDisplay();
  return (
    <>
      {review.assignee?.name}
      {review.assignee !== null && review.due_on !== null && ', '}
      {review.due_on !== null && formatDay(review.due_on, dates.dateFormat)}
    </>
  );
}

/** The found events, newest first (requirements E-P01, E-P04). */
export function EventsTable({
  search,
  selectedId,
  chosen,
  onSelect,
}: {
  readonly search: ReturnType<typeof useEvents>;
  readonly selectedId: number | null;
  /** Null for a person who may not review. */
  readonly chosen: Chosen | null;
  readonly onSelect: (event: FleetEvent) => void;
}) {
  const { t } = useTranslation();
  const columns = useColumns();
  const nameOf = useEventName();
  const nameOfRow = ({ vehicle, event }: FleetEvent) => `${vehicle.registration}, ${nameOf(event)}`;
  const empty = search.isEmptied
    ? { title: t('events.chooseType'), text: t('events.noneText') }
    : search.isWaiting
      ? { title: t('events.press'), text: t('events.pressText') }
      : { title: t('events.none'), text: t('events.noneText') };
  return (
    <DataTable
      id="events"
      label={t('events.list')}
      columns={columns}
      rows={search.events}
      keyOf={({ id }) => id}
      state={search.state}
      empty={empty}
      order={search.isOldestFirst ? 'time' : '-time'}
      selected={selectedId}
      {...(chosen === null
        ? {}
        : {
            lead: {
              head: <ChoosePage ids={search.events.map(({ id }) => id)} chosen={chosen} />,
              cell: (row: FleetEvent) => (
                <ChooseRow id={row.id} name={nameOfRow(row)} chosen={chosen} />
              ),
            },
          })}
      actions={(event) => <EventActions event={event} />}
      onOrder={() =>
        search.setAddress({
          order: search.isOldestFirst ? undefined : 'time',
          page: undefined,
        })
      }
      onSelect={onSelect}
    />
  );
}
