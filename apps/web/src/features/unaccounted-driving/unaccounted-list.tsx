import {
  formatDateTime,
  formatDistance,
  toApiDate,
  UNACCOUNTED_STATES,
  type UnaccountedState,
} from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { accessOf, destination } from '../../ui/destinations.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import hoursStyles from '../drivers-hours/drivers-hours.module.css';
import { useDayText } from '../tachograph-downloads/download-state.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import { RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import { dayOf, type Gap, nameOf, UNACCOUNTED_KEY, WRITE } from './unaccounted-driving.ts';
import { FILTERS, UnaccountedFilters } from './unaccounted-filters.tsx';
import { KindMark, StateMark } from './unaccounted-marks.tsx';

const NONE = '–';
/** Room at both ends of the trace, so that the way there and away is seen. */
const AROUND_MS = 10 * 60_000;

interface Draft {
  readonly state: UnaccountedState;
  readonly note: string;
}

/** A distance in the person's unit; a dash if nothing tells it. */
export function useDistanceText(): (metres: number | null) => string {
  const { locale, unit } = useDisplay();
  return (metres) => (metres === null ? NONE : formatDistance(metres, unit, locale, 1));
}

/** Links to the trace, the video and the time lines of a gap, if the person may open those. */
function Links({ one }: { readonly one: Gap }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { timeZone } = useDisplay().dates;
  const trace = destination('trace');
  const videos = destination('videos');
  const [startMs, endMs] = [Date.parse(one.start) - AROUND_MS, Date.parse(one.end) + AROUND_MS];
  const lines = [
    { name: t('unaccounted.vehicleDay'), search: { vehicle: one.vehicle.id } },
    ...(one.driver === null
      ? []
      : [{ name: t('unaccounted.driverDay'), search: { driver: one.driver.id } }]),
  ];
  return (
    <p className={look({ flow: 'row', wrap: true, align: 'center', gap: 3 })}>
      {lines.map(({ name, search }) => (
        <Link
          key={name}
          to={'/tachograph/timeline' as string}
          search={{ ...search, date: dayOf(one.start) } as never}
        >
          {name}
        </Link>
      ))}
      {may(current, accessOf(trace)) && (
        <Link
          to={trace.path}
          search={{
            vehicleId: one.vehicle.id,
            // A time: the playback stands there at first.
            startDate: new Date(startMs).toISOString(),
            endDate: toApiDate(endMs, timeZone),
          }}
        >
          {t('unaccounted.trace')}
        </Link>
      )}
      {one.clip !== null && may(current, accessOf(videos)) && (
        <Link to={videos.path} search={{ clipId: one.clip }}>
          {t('unaccounted.video')}
        </Link>
      )}
      {one.clip === null && (
        <RequestVideoButton
          vehicle={one.vehicle}
          startMs={() => Date.parse(one.start)}
          className="table-action"
        />
      )}
    </p>
  );
}

function Due({ one }: { readonly one: Gap }) {
  const { t } = useTranslation();
  const dayText = useDayText();
  const files = [
    ...(one.needs_unit ? [['unit', one.unit_due_on] as const] : []),
    ...(one.needs_card ? [['card', one.card_due_on] as const] : []),
  ];
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map(([file, day]) => (
        <li key={file}>
          {day === null
            ? t(`unaccounted.needs.${file}`)
            : t(`unaccounted.needs.${file}Due`, { day: dayText(day) })}
        </li>
      ))}
    </ul>
  );
}

function Fields({ one, ...form }: FormProps<Draft, Gap>) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const distanceText = useDistanceText();
  if (one === null) return null;
  const card =
    one.card_driver === null ? (one.card_number ?? NONE) : <DriverLink driver={one.card_driver} />;
  return (
    <>
      <p>
        {t(one.is_odometer ? 'unaccounted.explain.odometer' : `unaccounted.explain.${one.kind}`)}
      </p>
      <Due one={one} />
      {one.is_outdated && (
        <p className={look({ tone: 'quiet' })}>{t('unaccounted.outdatedText')}</p>
      )}
      <Links one={one} />
      <FactList
        className={hoursStyles.remaining ?? ''}
        facts={[
          [t('unaccounted.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
          [
            t('unaccounted.driver'),
            one.driver === null ? NONE : <DriverLink key="driver" driver={one.driver} />,
          ],
          [t('unaccounted.cardUsed'), card],
          [t('unaccounted.start'), formatDateTime(Date.parse(one.start), dates)],
          [t('unaccounted.end'), formatDateTime(Date.parse(one.end), dates)],
          [t('unaccounted.driven'), hoursText(one.driven)],
          [t('unaccounted.distance'), distanceText(one.distance)],
        ]}
      />
      <ChoiceField
        form={form}
        name="state"
        label={t('unaccounted.state')}
        isRequired
        options={UNACCOUNTED_STATES.map((value) => ({
          value,
          label: t(`unaccounted.state.${value}`),
        }))}
      />
      <TextField
        form={form}
        name="note"
        label={t('unaccounted.note')}
        hint={t('unaccounted.noteHint')}
        maxLength={2000}
      />
      {one.decided_by !== null && one.decided_at !== null && (
        <p className={look({ tone: 'quiet' })}>
          {t('unaccounted.decidedBy', {
            name: one.decided_by,
            time: formatDateTime(Date.parse(one.decided_at), dates),
          })}
        </p>
      )}
    </>
  );
}

/** The list of unaccounted driving, whose panel records the decision. */
export function useUnaccountedDriving(): Resource<Gap, Draft> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const distanceText = useDistanceText();
  const { current } = useSession();
  const mayWrite = may(current, WRITE);
  return useMemo(
    () => ({
      kind: UNACCOUNTED_KEY,
      texts: 'unaccounted',
      list: (query, signal) => api.unaccountedDriving.list({ query: query as object, signal }),
      read: (id, signal) => api.unaccountedDriving.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        {
          key: 'vehicle',
          label: t('unaccounted.vehicle'),
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'kind',
          label: t('unaccounted.kind'),
          cell: ({ kind }) => <KindMark kind={kind} />,
        },
        {
          key: 'driver',
          label: t('unaccounted.driver'),
          cell: ({ driver }) => (driver === null ? NONE : nameOf(driver)),
        },
        {
          key: 'start',
          label: t('unaccounted.start'),
          isOrdered: true,
          cell: ({ start }) => formatDateTime(Date.parse(start), dates),
        },
        {
          key: 'driven',
          label: t('unaccounted.driven'),
          isOrdered: true,
          isNumber: true,
          cell: ({ driven, is_odometer }) => (is_odometer ? NONE : hoursText(driven)),
        },
        {
          key: 'distance',
          label: t('unaccounted.distance'),
          isOrdered: true,
          isNumber: true,
          cell: ({ distance }) => distanceText(distance),
        },
        {
          key: 'state',
          label: t('unaccounted.state'),
          cell: ({ is_outdated, state }) => <StateMark state={state} isOutdated={is_outdated} />,
        },
      ],
      form: {
        draftOf: (one) => ({ state: one?.state ?? 'new', note: one?.note ?? '' }),
        Fields,
        mayChange: () => mayWrite,
        save: ({ note, state }, one) =>
          api.unaccountedDriving.decide({
            params: { id: one?.id ?? 0 },
            body: { state, note, version: one?.version ?? 0 },
          }),
      },
      mayAdd: false,
      filters: { names: FILTERS, Controls: UnaccountedFilters },
      exportAddress: (query) => addressOf(pathOf('unaccountedDriving', 'export'), { query }),
    }),
    [t, dates, distanceText, mayWrite],
  );
}
