import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may, rightsOf } from '../../session/rights.ts';
import { Pager } from '../../ui/data-table/pager.tsx';
import { SavedViews } from '../../ui/data-table/saved-views/saved-views.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useChosen } from '../../ui/resource/choose.tsx';
import { SearchButton } from '../../ui/search-button.tsx';
import { ReportMenu } from '../reports/report-menu.tsx';
import { EventDetails } from './event-details.tsx';
import { EventsOnly } from './events-only.tsx';
import { EventsSidebar } from './events-sidebar.tsx';
import { EventsTable } from './events-table.tsx';
import { useTrail } from './events-use-trail.ts';
import { ReviewBulk } from './review/review-bulk.tsx';
import { ReviewFigures } from './review/review-figures.tsx';
import { ReviewFilters } from './review/review-filters.tsx';
import { useReviews } from './review/use-review.ts';
import { MAY_REVIEW, useTriage } from './review/use-triage.ts';
import { type FleetEvent, useEvents, useSelectedEvent } from './use-events.ts';
import '../../ui/resource/resource.css';
import { later } from '../../ui/later/later.tsx';
import { column, cx, look } from '../../ui/look/look.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import styles from './events.module.css';

// Loads the map, ten times the size of the list, after the list.
const { Part: EventsMap } = later(async () => (await import('./events-map.tsx')).default);

/** Parameters of the address that a saved view keeps. */
const VIEW_NAMES = [
  'vehicleId',
  'driverId',
  'groupId',
  'event',
  'severity',
  'state',
  'reason',
  'counted',
  'side',
  'assigned',
  'due',
  'order',
  'pageSize',
];

/** Summary of the filters for the folded sidebar on phones. */
function useSummary(search: ReturnType<typeof useEvents>): string {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { vehicleId, groups, days, codes } = search;
  const vehicle = vehicleOf(groups.data ?? [], vehicleId ?? null)?.registration;
  const from = days === null ? '' : formatDay(days.from, dates.dateFormat);
  const to = days === null || days.to === days.from ? '' : formatDay(days.to, dates.dateFormat);
  return t('events.summary', {
    vehicle: vehicle ?? t('fleet.all'),
    days: to === '' ? from : `${from}–${to}`,
    types: t('events.summaryTypes', { count: codes.length }),
  });
}

/** The title and count of the events, their filters, views and reports. */
function EventsHead({ search }: { readonly search: ReturnType<typeof useEvents> }) {
  const { t } = useTranslation();
  return (
    <header className="stage-head">
      <PageTitle title={t('events.title')} />
      <span className="stage-count" role="status">
        {search.state.isPending || search.isWaiting || search.state.error !== null
          ? ''
          : t('events.count', { count: search.count })}
        {search.isLimit && '+'}
      </span>
      <ReviewFilters search={search} />
      <SavedViews list="events" names={VIEW_NAMES} />
      <EventsOnly search={search} />
      <ReportMenu kind="events" query={search.query} isDisabled={search.events.length === 0} />
    </header>
  );
}

/** Screen /events/activity (requirements E-P01 to E-P04): list and map of the same events. */
export function EventsScreen() {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const search = useEvents();
  const { events, address, setAddress } = search;
  const config = usePlatformConfig();
  const at = events.findIndex(({ id }) => String(id) === address.eventId);
  const selected = useSelectedEvent(search, address.eventId);
  const trail = useTrail(selected);
  const { current } = useSession();
  const mayReview = may(current, MAY_REVIEW);
  const reviews = useReviews();
  const chosen = useChosen(JSON.stringify([search.query, search.reviews, search.page]));
  const chosenEvents = events.filter(({ id }) => chosen.ids.has(id));
  const select = useCallback(
    (event: Pick<FleetEvent, 'id'> | null) =>
      setAddress({ eventId: event === null ? undefined : String(event.id) }),
    [setAddress],
  );
  const selectId = useCallback(
    (id: number | null) => select(id === null ? null : { id }),
    [select],
  );
  useTriage({ events, open: selected, chosen, reviews, onOpen: select });
  return (
    <SidebarScreen
      label={t('events.search')}
      summary={useSummary(search)}
      sidebar={<EventsSidebar search={search} />}
      foot={
        <SearchButton
          label={t(search.isSearching ? 'events.searching' : 'events.search')}
          isDisabled={search.isSearching}
          onSearch={search.search}
        />
      }
    >
      <div
        className={selected === undefined ? styles.events : cx(styles.events, styles.hasSelection)}
      >
        <EventsHead search={search} />
        <div data-part="events-list" className={cx(column({ minHeight: 0 }), styles.eventsList)}>
          {rightsOf(current).modules.includes('Events') && <ReviewFigures search={search} />}
          <ReviewBulk events={chosenEvents} reviews={reviews} onClear={chosen.clear} />
          <EventsTable
            search={search}
            selectedId={selected?.id ?? null}
            chosen={mayReview ? chosen : null}
            onSelect={select}
          />
        </div>
        {search.count > 0 && (
          <Pager
            page={search.page}
            pageSize={search.pageSize}
            count={search.count}
            isLimit={search.isLimit}
            onPage={(page) => setAddress({ page: page === 1 ? undefined : String(page) })}
            onPageSize={(pageSize) => setAddress({ pageSize: String(pageSize), page: undefined })}
          />
        )}
        <div
          className={cx(
            look({ relative: true, minHeight: 0, borderTop: true }),
            styles.eventsPlace,
          )}
        >
          {config.data !== undefined && (
            <EventsMap
              basemap={config.data.map}
              unit={unit}
              events={events}
              selectedId={selected?.id ?? null}
              trail={trail}
              onSelect={selectId}
            />
          )}
          {selected !== undefined && (
            <EventDetails
              event={selected}
              newer={events[at - 1]}
              older={at < 0 ? undefined : events[at + 1]}
              reviews={reviews}
              onSelect={select}
            />
          )}
        </div>
      </div>
    </SidebarScreen>
  );
}
