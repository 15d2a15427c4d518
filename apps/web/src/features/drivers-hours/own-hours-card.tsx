import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import { ownHoursQuery, waitsForSignature } from './own-hours.ts';

/** The hours of a driver on the home: what is left, and what waits for the signature. Nothing without records. */
export default function OwnHoursCard() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { data } = useQuery(ownHoursQuery);
  if (data === undefined || data.driver === null) return null;
  const { infringements, remaining } = data;
  if (remaining === null && infringements.length === 0) return null;
  const toSign = infringements.filter(waitsForSignature).length;
  return (
    <OwnCard id="own-hours" title={t('hours.own.title')} icon={Clock}>
      {remaining !== null && (
        <FactList
          className="details-facts"
          facts={[
            [t('hours.drivingLeft'), <strong key="left">{hoursText(remaining.driving)}</strong>],
            [t('hours.untilBreak'), hoursText(remaining.until_break)],
            [
              t('hours.restBy'),
              remaining.rest_by === null
                ? t('hours.resting')
                : formatDateTime(Date.parse(remaining.rest_by), dates),
            ],
          ]}
        />
      )}
      {toSign > 0 && (
        <p className={look({ margin: 0 })}>{t('hours.own.toSign', { count: toSign })}</p>
      )}
      <Link className="button" to={'/drivers-hours/own' as string}>
        {t('hours.own.open')}
      </Link>
    </OwnCard>
  );
}
