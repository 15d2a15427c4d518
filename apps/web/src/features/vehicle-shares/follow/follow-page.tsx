import {
  formatDateTime,
  formatDistance,
  formatDuration,
  formatMoment,
  formatSpeed,
} from '@roadworthy/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/facts.tsx';
import { later } from '../../../ui/later/later.tsx';
import { LinkFailed, LinkGone, LinkHeader } from '../../../ui/link-page.tsx';
import { useVisitorBasemap, VISITOR_DISPLAY } from '../../../ui/visitor.ts';
import styles from './follow.module.css';
import { type SharedVehicle, useFollowed } from './use-followed.ts';
import '../../../ui/shell.css';
import '../../../ui/controls.css';

// The facts first; the map is ten times the size of the page.
const { Part: FollowMap } = later(async () => (await import('./follow-map.tsx')).FollowMap);

function useFacts({ state, position, destination, arrival }: SharedVehicle) {
  const { t, i18n } = useTranslation();
  const { dates, unit, locale } = VISITOR_DISPLAY;
  const facts: [string, React.ReactNode][] = [[t('follow.state'), t(`follow.state.${state}`)]];
  if (position !== null) {
    facts.push([t('follow.at'), formatDateTime(Date.parse(position.at), dates)]);
    if (position.speed_kmh !== null) {
      facts.push([t('follow.speed'), formatSpeed(position.speed_kmh, unit, locale)]);
    }
  }
  if (destination !== null) facts.push([t('follow.destination'), destination.name]);
  if (arrival !== null) {
    const time = formatMoment(Date.now() + arrival.duration_s * 1000, dates);
    facts.push([
      t('follow.arrival'),
      arrival.distance_m === 0
        ? t('follow.arrived')
        : t('follow.estimate', {
            time,
            duration: formatDuration(arrival.duration_s, i18n.language, 'narrow'),
            distance: formatDistance(arrival.distance_m, unit, locale),
          }),
    ]);
  }
  return facts;
}

function Vehicle({ vehicle, isOld }: { readonly vehicle: SharedVehicle; readonly isOld: boolean }) {
  const { t } = useTranslation();
  const basemap = useVisitorBasemap();
  const facts = useFacts(vehicle);
  const { position, destination, arrival } = vehicle;
  return (
    <>
      <section className={styles.head}>
        <h1>{vehicle.registration}</h1>
        {vehicle.note !== '' && <p>{vehicle.note}</p>}
        {isOld && <p role="status">{t('follow.old')}</p>}
        <FactList className={styles.facts ?? ''} facts={facts} />
        {arrival !== null && arrival.distance_m > 0 && (
          <p className={styles.quiet}>{t('follow.estimateText')}</p>
        )}
        <p className={styles.quiet}>
          {t('follow.until', {
            time: formatDateTime(Date.parse(vehicle.expires_at), VISITOR_DISPLAY.dates),
          })}
        </p>
      </section>
      <div className={styles.stage}>
        {position !== null && basemap !== undefined && (
          <FollowMap basemap={basemap} position={position} destination={destination} />
        )}
        {position === null && (
          <p className={styles.noPlace}>
            {t(vehicle.state === 'private' ? 'follow.privateText' : 'follow.unknownText')}
          </p>
        )}
      </div>
    </>
  );
}

/** The public page of a live share link. */
export function FollowPage() {
  const { t } = useTranslation();
  const { followed, update } = useFollowed();
  const name = followed.state === 'open' ? followed.vehicle.registration : t('follow.title');
  useEffect(() => {
    document.title = `${name} · ${t('app.name')}`;
  }, [t, name]);
  return (
    <div className={styles.page}>
      <LinkHeader />
      <main className={styles.main}>
        {followed.state === 'open' && <Vehicle vehicle={followed.vehicle} isOld={followed.isOld} />}
        {followed.state === 'opening' && <p role="status">{t('follow.opening')}</p>}
        {followed.state === 'ended' && <LinkGone text={t('shared.goneText')} />}
        {followed.state === 'failed' && <LinkFailed title={t('follow.failed')} onRetry={update} />}
      </main>
    </div>
  );
}
