import { Marker } from 'maplibre-gl';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { useBaseMap } from '../../ui/map/base-map.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import styles from './overviews.module.css';

const ZOOM = 13;

/** A small map with the position of a vehicle or a depot. */
export function PlaceMap({
  basemap,
  lat,
  long,
}: {
  readonly basemap: Basemap;
  readonly lat: number;
  readonly long: number;
}) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const { box, dressed } = useBaseMap({
    basemap,
    unit: unit,
    viewport: { latitudeDeg: lat, longitudeDeg: long, zoom: ZOOM },
    onDress: () => undefined,
  });
  useEffect(() => {
    if (dressed === null) return;
    const element = document.createElement('div');
    element.className = styles.marker ?? '';
    const marker = new Marker({ element }).setLngLat([long, lat]).addTo(dressed.map);
    dressed.map.jumpTo({ center: [long, lat] });
    return () => void marker.remove();
  }, [dressed, lat, long]);
  return (
    <section
      ref={box}
      className={`base-map ${styles.map}`}
      aria-label={t('page.map')}
      data-ready={dressed !== null}
    />
  );
}
