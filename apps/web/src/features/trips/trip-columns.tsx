import {
  formatDistance,
  formatDuration,
  formatMoment,
  formatNumber,
  formatSpeed,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { byNumber, byText, type Column } from '../../ui/data-table/order.ts';
import type { Display } from '../../ui/display.ts';
import { placeText } from '../../ui/known-text.ts';
import { look } from '../../ui/look/look.ts';
import { StopNumber } from '../trace/stop-number.tsx';
import { StateBadge } from '../tracking/tracking-state-badge.tsx';
import { startOf, type Trip, type TripRow, type TripTotals } from './use-trips.ts';

const ofTrip =
  <T,>(value: (trip: Trip) => T, otherwise: T) =>
  (row: TripRow): T =>
    row.kind === 'trip' ? value(row.trip) : otherwise;

const driverOf = ({ driver }: Trip) =>
  driver === null ? '' : `${driver.first_name} ${driver.surname}`;

/** Totals as texts, by the key of their column. */
export function totalTexts(
  totals: TripTotals,
  { unit, locale }: Display,
  t: TFunction,
  language: string,
) {
  const duration = (durationS: number) => formatDuration(durationS, language, 'narrow');
  return {
    start: t('trips.count', { count: totals.trips }),
    distance: formatDistance(totals.distance, unit, locale),
    driving: duration(totals.driving_time),
    idle: duration(totals.idle_time),
  } as const;
}

type Totals = ReturnType<typeof totalTexts>;

const cell = (value: (trip: Trip) => React.ReactNode) => ofTrip<React.ReactNode>(value, null);
const number = (value: (trip: Trip) => number | null) => byNumber(ofTrip(value, null));

/** Where and when: the ends of a trip. */
function endColumns(
  foot: Totals | undefined,
  { dates, locale }: Display,
  t: TFunction,
): Column<TripRow>[] {
  const moment = (text: string) => formatMoment(Date.parse(text), dates);
  const place = (address: string | null) =>
    address === null ? t('track.unknown') : placeText(address, t, locale);
  return [
    {
      key: 'start',
      label: t('trips.startTime'),
      widthPx: 128,
      compare: byNumber(startOf),
      cell: (row) =>
        row.kind !== 'stop' ? (
          moment((row.kind === 'trip' ? row.trip : row.travel).start_time)
        ) : (
          <span
            data-part="trip-stop"
            className={look({ flow: 'inlineRow', align: 'center', gap: 2, tone: 'quiet' })}
          >
            <StopNumber number={row.stop.number} />
            {t('trips.stop')}
          </span>
        ),
      foot: foot?.start ?? '',
    },
    {
      key: 'from',
      label: t('trips.startAddress'),
      widthPx: 124,
      compare: byText(ofTrip(({ start_address }) => start_address ?? '', '')),
      cell: (row) => {
        if (row.kind === 'private') return <StateBadge state="private" />;
        return place(row.kind === 'trip' ? row.trip.start_address : row.stop.address);
      },
    },
    {
      key: 'end',
      label: t('trips.endTime'),
      widthPx: 128,
      compare: byText(ofTrip(({ end_time }) => end_time, '')),
      cell: (row) => {
        if (row.kind === 'stop') return null;
        if (row.kind === 'private') return moment(row.travel.end_time);
        return row.trip.in_progress ? t('trips.inProgress') : moment(row.trip.end_time);
      },
    },
    {
      key: 'to',
      label: t('trips.endAddress'),
      widthPx: 124,
      compare: byText(ofTrip(({ end_address }) => end_address ?? '', '')),
      cell: cell(({ end_address }) => place(end_address)),
    },
  ];
}

/** Distance, times, speed, driver and carbon dioxide of a trip. */
function figureColumns(
  foot: Totals | undefined,
  { unit, locale }: Display,
  t: TFunction,
  language: string,
): Column<TripRow>[] {
  const duration = (durationS: number) => formatDuration(durationS, language, 'narrow');
  return [
    {
      key: 'distance',
      label: t('trace.distance'),
      isNumber: true,
      compare: byNumber((row) =>
        row.kind === 'stop' ? null : (row.kind === 'trip' ? row.trip : row.travel).distance,
      ),
      cell: (row) =>
        row.kind === 'stop'
          ? null
          : formatDistance((row.kind === 'trip' ? row.trip : row.travel).distance, unit, locale),
      foot: foot?.distance ?? '',
    },
    {
      key: 'driving',
      label: t('trips.drivingTime'),
      isNumber: true,
      compare: number(({ driving_time }) => driving_time),
      cell: cell(({ driving_time }) => duration(driving_time)),
      foot: foot?.driving ?? '',
    },
    {
      key: 'idle',
      label: t('trips.idleTime'),
      isNumber: true,
      compare: number(({ idle_time }) => idle_time),
      cell: cell(({ idle_time }) => duration(idle_time)),
      foot: foot?.idle ?? '',
    },
    {
      key: 'stop',
      label: t('trips.stopAfter'),
      isNumber: true,
      compare: number(({ stop_after }) => stop_after),
      cell: (row) => {
        if (row.kind === 'private') return null;
        const lengthS = row.kind === 'trip' ? row.trip.stop_after : row.stop.durationS;
        return lengthS === null ? t('track.unknown') : duration(lengthS);
      },
    },
    {
      key: 'speed',
      label: t('trace.maxSpeed'),
      isNumber: true,
      compare: number(({ max_speed }) => max_speed),
      cell: cell(({ max_speed }) => formatSpeed(max_speed, unit, locale)),
    },
    {
      key: 'driver',
      label: t('track.driver'),
      widthPx: 120,
      compare: byText(ofTrip(driverOf, '')),
      cell: cell((trip) => driverOf(trip) || t('track.unknown')),
    },
    {
      key: 'co2',
      label: t('trips.co2'),
      unit: t('trips.co2Unit'),
      isNumber: true,
      compare: number(({ co2_kg }) => co2_kg),
      cell: cell(({ co2_is_estimate, co2_kg }) => {
        if (co2_kg === null) return '–';
        const kg = `${formatNumber(co2_kg, locale, 1)} kg`;
        return co2_is_estimate ? t('trips.co2Estimate', { kg }) : kg;
      }),
    },
  ];
}

/** The columns of trips and stops, with the totals below (M-P07). */
export function tripColumns(
  totals: TripTotals | undefined,
  display: Display,
  t: TFunction,
  language: string,
): Column<TripRow>[] {
  const foot = totals === undefined ? undefined : totalTexts(totals, display, t, language);
  return [...endColumns(foot, display, t), ...figureColumns(foot, display, t, language)];
}
