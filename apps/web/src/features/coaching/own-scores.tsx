import { formatDistance } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { look, stack } from '../../ui/look/look.ts';
import { CARD } from '../../ui/look/looks.ts';
import type { OwnScore } from './coaching.ts';
import { ExposureTable, useScoreText } from './fair-score.tsx';

/** The fair scores of the driver who is signed in, newest first, and how they are calculated. */
export function OwnScores({ scores }: { readonly scores: readonly OwnScore[] }) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const scoreText = useScoreText();
  const months = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const [first] = scores;
  if (first === undefined) return null;
  return (
    <section className={stack({ gap: 3 })} aria-labelledby="own-scores">
      <h2 id="own-scores" className={look({ margin: 0 })}>
        {t('coaching.own.score')}
      </h2>
      {[...scores].reverse().map((one) => (
        <article key={one.month} className={stack(CARD)}>
          <h3 className={look({ margin: 0 })}>
            {months.format(Date.parse(`${one.month}-01`))}
            {one.score !== null && <>: {t('coaching.own.scoreOf', { score: one.score })}</>}
          </h3>
          <p className={look({ margin: 0 })}>{scoreText(one)}</p>
          <ExposureTable exposure={one.exposure} />
        </article>
      ))}
      <details>
        <summary>{t('coaching.howCalculated')}</summary>
        <p>{t('coaching.fairClasses')}</p>
        <p>{t('coaching.own.scoreGroup')}</p>
        <p>{t('coaching.fairFormula', { weight: first.weight })}</p>
        <p>
          {t('coaching.own.scoreMinimum', {
            distance: formatDistance(first.minimum, unit, locale, 0),
          })}
        </p>
      </details>
    </section>
  );
}
