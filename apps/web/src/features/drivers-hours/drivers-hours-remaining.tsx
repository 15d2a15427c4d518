import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import styles from './drivers-hours.module.css';

type Remaining = AnswerOf<typeof contract.driversHours.driver>['remaining'];

/** The time that is left to a driver now. */
export function RemainingFacts({ remaining }: { readonly remaining: Remaining }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (remaining === null) return <p className={look({ tone: 'quiet' })}>{t('hours.notKnown')}</p>;
  const duration = (seconds: number) => hoursText(seconds);
  const moment = (time: string) => formatDateTime(Date.parse(time), dates);
  return (
    <section aria-label={t('hours.remaining')}>
      <FactList
        className={styles.remaining ?? ''}
        facts={[
          [t('hours.drivingLeft'), <strong key="left">{duration(remaining.driving)}</strong>],
          [
            t('hours.untilBreak'),
            `${duration(remaining.until_break)}. ${t('hours.breakNeeded', {
              time: duration(remaining.break_needed),
            })}`,
          ],
          [t('hours.today'), duration(remaining.today)],
          [t('hours.week'), duration(remaining.week)],
          [t('hours.fortnight'), duration(remaining.fortnight)],
          [t('hours.extensionsLeft'), remaining.extensions_left],
          [t('hours.reducedRestsLeft'), remaining.reduced_rests_left],
          [
            t('hours.restBy'),
            remaining.rest_by === null ? t('hours.resting') : moment(remaining.rest_by),
          ],
          [t('hours.weeklyRestBy'), moment(remaining.weekly_rest_by)],
        ]}
      />
      <p className={look({ tone: 'quiet' })}>{t('hours.estimate')}</p>
    </section>
  );
}
