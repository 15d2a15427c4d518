import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import hoursStyles from '../drivers-hours/drivers-hours.module.css';
import styles from './unaccounted-driving.module.css';
import { nameOf, type Timeline, UNACCOUNTED_LIST } from './unaccounted-driving.ts';

const SCROLL = look({ overflowX: 'auto' });
const DAY_MS = 24 * 3_600_000;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const TRACKS = ['tracker', 'unit', 'card', 'gap'] as const;
type Track = (typeof TRACKS)[number];

interface Stretch {
  readonly key: string;
  readonly track: Track;
  readonly start: string;
  readonly end: string;
  /** What the bar is, in words. */
  readonly what: string;
  readonly who: string;
  /** The look of the bar. */
  readonly shape: string;
  readonly gapId: number | null;
}

/** The stretches of all tracks in sequence of time, in words. */
function useStretches(day: Timeline): readonly Stretch[] {
  const { t } = useTranslation();
  const driving = t('hours.kind.driving');
  const whoOf = (driver: Parameters<typeof nameOf>[0] | null, vehicle?: { registration: string }) =>
    [driver === null ? null : nameOf(driver), day.vehicle === null ? vehicle?.registration : null]
      .filter(Boolean)
      .join(', ');
  const made = (track: Track, one: Omit<Stretch, 'track' | 'key'>): Stretch => ({
    ...one,
    track,
    key: `${track} ${one.start} ${one.shape} ${one.who} ${one.gapId}`,
  });
  return [
    ...day.tracker.map(({ driver, end, start, vehicle }) =>
      made('tracker', {
        start,
        end,
        what: driving,
        who: whoOf(driver, vehicle),
        shape: 'driving',
        gapId: null,
      }),
    ),
    ...day.unit.map(({ card_number, driver, end, start, vehicle }) =>
      made('unit', {
        start,
        end,
        what: card_number === null ? t('unaccounted.kind.without_card') : driving,
        who: whoOf(driver, vehicle) || (card_number ?? ''),
        shape: card_number === null ? 'gap' : 'driving',
        gapId: null,
      }),
    ),
    ...day.card.map(({ driver, end, kind, start }) =>
      made('card', {
        start,
        end,
        what: t(`hours.kind.${kind}`),
        who: whoOf(driver),
        shape: kind,
        gapId: null,
      }),
    ),
    ...day.gaps.map(({ driver, end, id, kind, start, vehicle }) =>
      made('gap', {
        start,
        end,
        what: t(`unaccounted.kind.${kind}`),
        who: whoOf(driver, vehicle),
        shape: 'gap',
        gapId: id,
      }),
    ),
  ].sort((one, other) => one.start.localeCompare(other.start));
}

/** Hours and minutes in UTC. */
const clock = (time: string) => time.slice(11, 16);

function GapLink({ id, children }: { readonly id: number; readonly children: React.ReactNode }) {
  return (
    <Link to={'/tachograph' as string} search={{ list: UNACCOUNTED_LIST, open: id } as never}>
      {children}
    </Link>
  );
}

function Bars({
  day,
  stretches,
}: {
  readonly day: Timeline;
  readonly stretches: readonly Stretch[];
}) {
  const { t } = useTranslation();
  const dayMs = Date.parse(day.date);
  const placeOf = ({ end, start }: Pick<Stretch, 'start' | 'end'>) => {
    const from = Math.max(0, (Date.parse(start) - dayMs) / DAY_MS);
    const to = Math.min(1, (Date.parse(end) - dayMs) / DAY_MS);
    return { left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` };
  };
  return (
    <div className={styles.tracks} aria-hidden="true">
      <span />
      <span className={hoursStyles.scale}>
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </span>
      {TRACKS.map((track) => (
        <div key={track} className={styles.track}>
          <span>{t(`unaccounted.track.${track}`)}</span>
          <div className={hoursStyles.bar}>
            {(track === 'unit' || (track === 'card' && day.driver !== null)) &&
              day.covered.map((one) => (
                <span key={one.start} className={styles.covered} style={placeOf(one)} />
              ))}
            {stretches
              .filter((one) => one.track === track)
              .map((one) => (
                <span
                  key={one.key}
                  {...(one.shape === 'gap'
                    ? { className: styles.gap }
                    : { 'data-kind': one.shape })}
                  title={`${one.what} ${clock(one.start)}–${clock(one.end)}`}
                  style={placeOf(one)}
                />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** One day in UTC: a track for each source, and the same stretches as a table. */
export function UnaccountedTracks({ day }: { readonly day: Timeline }) {
  const { t } = useTranslation();
  const stretches = useStretches(day);
  if (stretches.length === 0 && day.covered.length === 0) {
    return (
      <div>
        <strong>{t('unaccounted.dayEmpty')}</strong>
        <p>{t('unaccounted.dayEmptyText')}</p>
      </div>
    );
  }
  return (
    <>
      <Bars day={day} stretches={stretches} />
      <p className={look({ tone: 'quiet' })}>{t('unaccounted.legend')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by keyboard */}
      <section className={SCROLL} aria-label={t('unaccounted.dayTable')} tabIndex={0}>
        <table className={hoursStyles.days}>
          <caption className="visually-hidden">{t('unaccounted.dayTable')}</caption>
          <thead>
            <tr>
              {(['from', 'to', 'source', 'what', 'who'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`unaccounted.day.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stretches.map((one) => (
              <tr key={one.key}>
                <td>{clock(one.start)}</td>
                <td>{clock(one.end)}</td>
                <td>{t(`unaccounted.track.${one.track}`)}</td>
                <td>
                  {one.gapId === null ? one.what : <GapLink id={one.gapId}>{one.what}</GapLink>}
                </td>
                <td>{one.who}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
