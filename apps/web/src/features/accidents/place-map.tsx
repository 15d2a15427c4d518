import { Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { cx, look } from '../../ui/look/look.ts';
import { useBaseMap } from '../../ui/map/base-map.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import { ask } from '../../ui/public-page/ask.ts';
import { t } from '../../ui/public-page/texts.ts';
import styles from './accident.module.css';

/** Zoomed in enough to distinguish the sides of a junction. */
const ZOOM = 15;

interface Place {
  readonly lat: number;
  readonly long: number;
}

function PickMap({
  basemap,
  position,
  onPick,
}: {
  readonly basemap: Basemap | null;
  readonly position: Place | null;
  readonly onPick: (place: Place) => void;
}) {
  const pick = useRef(onPick);
  pick.current = onPick;
  const { box, dressed } = useBaseMap({
    basemap,
    unit: 'MLS',
    viewport:
      position === null
        ? null
        : { latitudeDeg: position.lat, longitudeDeg: position.long, zoom: ZOOM },
    onCreate: (map) => {
      map.on('click', ({ lngLat: { lat, lng } }) => pick.current({ lat, long: lng }));
    },
    onDress: () => undefined,
  });
  const map = dressed?.map ?? null;
  useEffect(() => {
    if (map === null || position === null) return;
    const marker = new Marker({ draggable: true })
      .setLngLat([position.long, position.lat])
      .addTo(map);
    marker.on('dragend', () => {
      const { lat, lng } = marker.getLngLat();
      pick.current({ lat, long: lng });
    });
    return () => void marker.remove();
  }, [map, position]);
  return (
    <section
      className={cx(
        look({ relative: true, overflow: 'hidden', border: 'line', radius: 'medium' }),
        styles.accidentMap,
      )}
      aria-label={t('accident.map')}
    >
      <div className="base-map" ref={box} />
    </section>
  );
}

/**
 * A map to select the place of the accident (K-25, OP-078): drawn from open map data, or the offline
 * map if no other is configured.
 */
export default function PlaceMap(props: {
  readonly position: Place | null;
  readonly onPick: (place: Place) => void;
}) {
  const [basemap, setBasemap] = useState<Basemap | null>();
  useEffect(() => {
    ask('config').then(
      // Without the switch: its text is not among those of this page.
      ({ map }) => setBasemap({ ...map, satellite: null }),
      () => setBasemap(null),
    );
  }, []);
  return basemap === undefined ? null : <PickMap {...props} basemap={basemap} />;
}
