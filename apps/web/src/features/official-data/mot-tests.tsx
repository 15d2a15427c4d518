import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import type { MotTest } from './official-data.ts';
import { useOfficialTexts } from './official-words.tsx';

function Defects({ defects }: Pick<MotTest, 'defects'>) {
  const { t } = useTranslation();
  if (defects.length === 0) {
    return <span className={look({ tone: 'quiet' })}>{t('officialData.noDefects')}</span>;
  }
  return (
    <ul className={look({ margin: 0, paddingX: 4 })} aria-label={t('officialData.defects')}>
      {defects.map(({ dangerous, text, type }) => (
        <li key={`${type} ${text}`}>
          {dangerous && <Badge tone="bad">{t('officialData.dangerous')}</Badge>} {text}{' '}
          <span className={look({ tone: 'quiet', size: 'small' })}>{type}</span>
        </li>
      ))}
    </ul>
  );
}

function Test({ test }: { readonly test: MotTest }) {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  const { completed_at, expires_on, number, odometer, odometer_m, result } = test;
  const read =
    odometer_m !== null
      ? texts.distance(odometer_m)
      : odometer === null || odometer === 'read'
        ? null
        : t(`officialData.odometer.${odometer}`);
  const facts = [
    ...(read === null ? [] : [t('officialData.odometerText', { value: read })]),
    ...(expires_on === null
      ? []
      : [t('officialData.validUntilText', { day: texts.day(expires_on) })]),
    ...(number === null ? [] : [t('officialData.numberText', { number })]),
  ];
  return (
    <li className={stack({ gap: 1 })}>
      <span className={row({ gap: 2, wrap: true })}>
        <strong>{texts.moment(completed_at)}</strong>
        <Badge tone={result === 'passed' ? 'good' : 'bad'}>
          {t(`officialData.result.${result}`)}
        </Badge>
      </span>
      <span className={look({ tone: 'quiet', size: 'small' })}>{facts.join(' · ')}</span>
      <Defects defects={test.defects} />
    </li>
  );
}

/** The MOT tests of a vehicle with odometers, defects and advisories as the testers wrote them. */
export function MotTests({ tests }: { readonly tests: readonly MotTest[] }) {
  const { t } = useTranslation();
  if (tests.length === 0) return <p>{t('officialData.noTestsText')}</p>;
  return (
    <ul className={stack({ gap: 4, padding: 0, margin: 0, list: true })}>
      {tests.map((test) => (
        <Test key={test.id} test={test} />
      ))}
    </ul>
  );
}
