import { formatDate, formatDuration } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import styles from './tachograph.module.css';
import {
  type Slot,
  type Stretch,
  stretchesOf,
  type TachographDay,
  totalsOf,
} from './tachograph.ts';

const DAY_MIN = 1440;
const ACTIVITIES = ['drive', 'work', 'available', 'rest', 'unknown'] as const;

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** One slot of a day from 00:00 to 24:00 UTC. */
function Bar({ stretches }: { readonly stretches: readonly Stretch[] }) {
  const { t } = useTranslation();
  return (
    <span className={styles.bar} aria-hidden="true">
      {stretches.map(({ activity, crew, fromMin, toMin }) => (
        <span
          key={fromMin}
          className={`${styles[activity]} ${crew ? styles.crew : ''}`}
          style={{
            left: `${(fromMin / DAY_MIN) * 100}%`,
            width: `${((toMin - fromMin) / DAY_MIN) * 100}%`,
          }}
          title={`${clock(fromMin)}–${clock(toMin)} ${t(`tachograph.activity.${activity}`)}${crew ? ` (${t('tachograph.crew')})` : ''}`}
        />
      ))}
    </span>
  );
}

function Line({
  day,
  slot,
  isCard,
}: {
  readonly day: TachographDay;
  readonly slot: Slot;
  readonly isCard: boolean;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const stretches = stretchesOf(day, slot, isCard);
  const totals = totalsOf(stretches);
  return (
    <div className={styles.line}>
      {!isCard && <span className={styles.slot}>{t(`tachograph.slot.${slot}`)}</span>}
      <Bar stretches={stretches} />
      <span className={styles.totals}>
        {ACTIVITIES.filter((one) => totals[one] > 0)
          .map(
            (one) =>
              `${t(`tachograph.activity.${one}`)} ${formatDuration(totals[one] * 60, locale, 'narrow')}`,
          )
          .join(' · ')}
      </span>
    </div>
  );
}

const SLOTS: readonly Slot[] = ['driver', 'co_driver'];

/** The activities of each day as bars, the newest day first; the bar has the times on hover. */
export function Days({
  days,
  isCard,
}: {
  readonly days: readonly TachographDay[];
  readonly isCard: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (days.length === 0) return <p>{t('tachograph.noDays')}</p>;
  return (
    <>
      <p className={styles.legend}>
        {ACTIVITIES.map((activity) => (
          <span key={activity}>
            <i className={styles[activity]} aria-hidden="true" />
            {t(`tachograph.activity.${activity}`)}
          </span>
        ))}
        <span className={styles.hint}>{t('tachograph.utc')}</span>
      </p>
      <ol className={styles.days}>
        {days.toReversed().map((day) => (
          <li key={day.date}>
            <h3>
              {formatDate(Date.parse(day.date), { ...dates, timeZone: 'UTC' })}
              {day.distance_km !== null && (
                <small>{t('tachograph.km', { km: day.distance_km })}</small>
              )}
            </h3>
            {(isCard ? SLOTS.slice(0, 1) : SLOTS).map((slot) => (
              <Line key={slot} day={day} slot={slot} isCard={isCard} />
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
