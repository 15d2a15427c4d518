import { Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { calm, useBaseMap } from '../../../ui/map/base-map.ts';
import type { Basemap } from '../../../ui/map/basemap.ts';
import styles from './follow.module.css';

const ZOOM = 13;

interface Place {
  readonly lat: number;
  readonly long: number;
}

/** The map with the vehicle and its destination. It follows the vehicle until a person moves it. */
export function FollowMap({
  basemap,
  position,
  destination,
}: {
  readonly basemap: Basemap | null;
  readonly position: Place;
  readonly destination: Place | null;
}) {
  const { t } = useTranslation();
  const isMoved = useRef(false);
  const { box, dressed } = useBaseMap({
    basemap,
    unit: 'MLS',
    viewport: { latitudeDeg: position.lat, longitudeDeg: position.long, zoom: ZOOM },
    onCreate: (map) => {
      map.on('dragstart', () => {
        isMoved.current = true;
      });
    },
    onDress: () => undefined,
  });
  const { lat, long } = position;
  useEffect(() => {
    if (dressed === null) return;
    const element = document.createElement('div');
    element.className = styles.vehicle ?? '';
    const marker = new Marker({ element }).setLngLat([long, lat]).addTo(dressed.map);
    if (!isMoved.current) dressed.map.easeTo({ center: [long, lat], ...calm() });
    return () => void marker.remove();
  }, [dressed, lat, long]);
  const [toLat, toLong] = [destination?.lat, destination?.long];
  useEffect(() => {
    if (dressed === null || toLat === undefined || toLong === undefined) return;
    const element = document.createElement('div');
    element.className = styles.destination ?? '';
    const marker = new Marker({ element, anchor: 'bottom' })
      .setLngLat([toLong, toLat])
      .addTo(dressed.map);
    return () => void marker.remove();
  }, [dressed, toLat, toLong]);
  return (
    <section
      ref={box}
      className={`base-map ${styles.map}`}
      aria-label={t('follow.map')}
      data-ready={dressed !== null}
    />
  );
}
