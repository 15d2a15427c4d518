import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime, formatDuration, formatSpeed } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { DEFAULT_PAGE_SIZE, Pager } from '../../ui/data-table/pager.tsx';
import { addDays, type DayRange, momentsOf, readDay, today } from '../../ui/date-range/calendar.ts';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { type Display, useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { useVehicleGroups } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ReportMenu } from '../reports/report-menu.tsx';
import styles from './geofence.module.css';
import { useGeofences } from './use-geofences.ts';

type Visit = AnswerOf<typeof contract.geofences.visits>['results'][number];
type Translate = ReturnType<typeof useTranslation>['t'];
const EVERYTHING = { search: '', group: undefined, category: undefined };
/** The default range starts this many days before today. */
const DAYS_BEFORE = 6;

function columnsOf(
  t: Translate,
  { unit, dates, locale }: Display,
  language: string,
): Column<Visit>[] {
  const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
  return [
    { key: 'vehicle', label: t('geofence.vehicle'), cell: ({ vehicle }) => vehicle.registration },
    { key: 'geofence', label: t('geofence.one'), cell: ({ geofence }) => geofence.name },
    {
      key: 'driver',
      label: t('geofence.driver'),
      cell: ({ driver }) => (driver === null ? '–' : <DriverLink driver={driver} />),
    },
    { key: 'entered', label: t('geofence.entered'), cell: (visit) => moment(visit.entered_at) },
    {
      key: 'left',
      label: t('geofence.left'),
      cell: ({ left_at }) => (left_at === null ? t('geofence.inside') : moment(left_at)),
    },
    {
      key: 'dwell',
      label: t('geofence.stay'),
      isNumber: true,
      cell: ({ dwell_time }) => formatDuration(dwell_time, language, 'narrow'),
    },
    {
      key: 'speed',
      label: t('geofence.maxSpeed'),
      isNumber: true,
      cell: ({ max_speed }) => formatSpeed(max_speed, unit, locale),
    },
  ];
}

/** The filters in the URL. */
function useVisitSearch() {
  const { dates } = useDisplay();
  const [address, setAddress] = useAddress();
  const now = today(dates.timeZone);
  const from = readDay(address.from) ?? addDays(now, -DAYS_BEFORE);
  const days: DayRange = { from, to: readDay(address.to) ?? now };
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const query = {
    ...momentsOf(days, dates.timeZone),
    geofence: numberOf(address.geofence),
    vehicle: numberOf(address.vehicle),
  };
  const page = numberOf(address.page) ?? 1;
  const pageSize = numberOf(address.pageSize) ?? DEFAULT_PAGE_SIZE;
  return { days, query, page, pageSize, setAddress };
}

function Chooser({
  label,
  all,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: number | undefined;
  readonly options: readonly (readonly [id: number, text: string])[];
  readonly onChange: (id: string | undefined) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <Select
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{all}</option>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** Visits of vehicles to geofences and their durations (M-17). */
export function VisitTab() {
  const { t, i18n } = useTranslation();
  const display = useDisplay();
  const { days, query, page, pageSize, setAddress } = useVisitSearch();
  const geofences = useGeofences(EVERYTHING).data?.geofences ?? [];
  const groups = useVehicleGroups().data ?? [];
  const vehicles = new Map(
    groups.flatMap((group) => group.vehicles.map((one) => [one.id, one.registration] as const)),
  );
  const visits = useQuery({
    queryKey: [styles.geofenceVisits, query, page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.geofences.visits({
        query: { ...query, page, pageSize, time_zone: display.dates.timeZone ?? undefined },
        signal,
        quiet: true,
      }),
  });
  const count = visits.data?.count ?? 0;
  return (
    <div className={styles.geofenceVisits}>
      <div
        className={cx(
          row({
            wrap: true,
            rowGap: 2,
            columnGap: 4,
            align: 'end',
            padding: 4,
            borderBottom: true,
          }),
          styles.visitFilters,
        )}
      >
        <DateRangePicker
          value={days}
          onChange={({ from, to }) => setAddress({ from, to, page: undefined })}
        />
        <Chooser
          label={t('geofence.one')}
          all={t('geofence.all')}
          value={query.geofence}
          options={geofences.map(({ id, name }) => [id, name])}
          onChange={(geofence) => setAddress({ geofence, page: undefined })}
        />
        <Chooser
          label={t('geofence.vehicle')}
          all={t('fleet.all')}
          value={query.vehicle}
          options={[...vehicles]}
          onChange={(vehicle) => setAddress({ vehicle, page: undefined })}
        />
        <ReportMenu kind="geofence_visits" query={query} isDisabled={count === 0} />
      </div>
      <div className={cx(look({ minHeight: 0 }), styles.geofenceTable)}>
        <DataTable
          id="geofence-visits"
          label={t('geofence.tab.visits')}
          columns={columnsOf(t, display, i18n.language)}
          rows={visits.data?.results ?? []}
          keyOf={({ id }) => id}
          state={visits}
          empty={{ title: t('geofence.noVisits'), text: t('geofence.noVisitsHint') }}
        />
      </div>
      <Pager
        page={page}
        pageSize={pageSize}
        count={count}
        onPage={(next) => setAddress({ page: next === 1 ? undefined : String(next) })}
        onPageSize={(size) => setAddress({ pageSize: String(size), page: undefined })}
      />
    </div>
  );
}
