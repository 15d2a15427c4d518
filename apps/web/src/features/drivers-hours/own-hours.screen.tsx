import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { look, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { DayBars } from './day-bars.tsx';
import { RemainingFacts } from './drivers-hours-remaining.tsx';
import { type OwnHours, ownHoursQuery } from './own-hours.ts';
import { OwnInfringement } from './own-infringement.tsx';

function Hours({ hours }: { readonly hours: OwnHours }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { activities, infringements, known_until: knownUntil, remaining } = hours;
  return (
    <>
      <div className={stack(CARD)}>
        <RemainingFacts remaining={remaining} />
        {knownUntil !== null && (
          <p className={look({ margin: 0, tone: 'quiet' })}>
            {t('hours.own.knownUntil', { time: formatDateTime(Date.parse(knownUntil), dates) })}
          </p>
        )}
      </div>
      <h2 className={look({ margin: 0 })}>{t('hours.infringements')}</h2>
      {infringements.length === 0 && (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('hours.own.noInfringements')}</p>
      )}
      {infringements.map((one) => (
        <OwnInfringement key={`${one.id} ${one.version}`} infringement={one} />
      ))}
      <h2 className={look({ margin: 0 })}>{t('hours.days')}</h2>
      {activities.length === 0 ? (
        <p className={look({ margin: 0, tone: 'quiet' })}>{t('hours.noActivities')}</p>
      ) : (
        <DayBars activities={activities} />
      )}
    </>
  );
}

/** Screen /drivers-hours/own: what drivers see of their own hours, made for the phone (U-20). */
export function OwnHoursScreen() {
  const { t } = useTranslation();
  const read = useQuery(ownHoursQuery);
  const { data } = read;
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <PageTitle title={t('hours.own.title')} />
      <SettingsState read={read} />
      {data?.driver === null && <p>{t('coaching.own.noDriver')}</p>}
      {data !== undefined && data.driver !== null && <Hours hours={data} />}
    </div>
  );
}
