import type { DistanceUnit } from '@roadworthy/domain';
import type { Feature, LineString } from 'geojson';
import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look } from '../../ui/look/look.ts';
import { calm, useBaseMap } from '../../ui/map/base-map.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import styles from './pictures.module.css';
import { LIVE_ZOOM, TRAIL_PAINT } from './trail-style.ts';
import type { LiveTrail, TrailPoint } from './video-live-trail.ts';

const TRAIL = 'live-trail';

type Place = Pick<TrailPoint, 'latitudeDeg' | 'longitudeDeg'>;

function lineOf(points: readonly TrailPoint[]): Feature<LineString> {
  const coordinates = points.map(({ longitudeDeg, latitudeDeg }) => [longitudeDeg, latitudeDeg]);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

function addTrail(map: MapLibre): void {
  map.addSource(TRAIL, { type: 'geojson', data: lineOf([]) });
  map.addLayer({
    id: TRAIL,
    type: 'line',
    source: TRAIL,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: TRAIL_PAINT,
  });
}

/**
 * Whether a position is in the middle half of the map: following every second would redraw
 * constantly.
 */
function isInMiddle(map: MapLibre, place: [number, number]): boolean {
  const { clientWidth, clientHeight } = map.getContainer();
  const { x, y } = map.project(place);
  const isMiddle = (at: number, length: number) => at > length / 4 && at < (length * 3) / 4;
  return isMiddle(x, clientWidth) && isMiddle(y, clientHeight);
}

function vehicleMarker(): Marker {
  const element = document.createElement('div');
  element.className = styles.watchMarker ?? '';
  element.dataset.part = 'watch-marker';
  element.innerHTML =
    '<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true"><circle cx="12" cy="12" r="10.5"/><path d="M12 4.5l5.2 12-5.2-2.3-5.2 2.3z"/></svg>';
  return new Marker({ element, rotationAlignment: 'map' });
}

/** The watched vehicle with its growing trail (requirements F-07, F-19, F-24 to F-26). */
export default function LiveMap({
  trail,
  start,
  basemap,
  unit,
}: {
  readonly trail: LiveTrail;
  /** Position before the first reply; null if unknown. */
  readonly start: Place | null;
  readonly basemap: Basemap | null;
  readonly unit: DistanceUnit;
}) {
  const { t } = useTranslation();
  const isDragged = useRef(false);
  const marker = useRef<Marker | null>(null);
  const first: Place | null = trail.points[0] ?? start;
  const { box, dressed } = useBaseMap({
    basemap,
    unit,
    viewport:
      first === null
        ? null
        : { longitudeDeg: first.longitudeDeg, latitudeDeg: first.latitudeDeg, zoom: LIVE_ZOOM },
    onCreate: (map) => {
      map.on('dragstart', () => {
        isDragged.current = true;
      });
    },
    onDress: addTrail,
  });
  const { points, rotationDeg } = trail;
  const place: Place | null = points.at(-1) ?? start;

  useEffect(() => {
    if (dressed === null) return;
    const { map } = dressed;
    if (points.length > 1) map.getSource<GeoJSONSource>(TRAIL)?.setData(lineOf(points));
    if (box.current !== null) box.current.dataset.points = String(points.length);
    if (place === null) return;
    const center: [number, number] = [place.longitudeDeg, place.latitudeDeg];
    const isNew = marker.current === null;
    marker.current ??= vehicleMarker();
    // The rotation is counter-clockwise, MapLibre turns clockwise.
    marker.current.setLngLat(center).setRotation(-rotationDeg).addTo(map);
    if (isNew) map.jumpTo({ center, zoom: LIVE_ZOOM });
    else if (!isDragged.current && !isInMiddle(map, center)) map.easeTo({ center, ...calm() });
  }, [dressed, points, place, rotationDeg, box]);

  useEffect(
    () => () => {
      marker.current?.remove();
    },
    [],
  );

  const centre = () => {
    isDragged.current = false;
    if (dressed === null || place === null) return;
    dressed.map.easeTo({
      center: [place.longitudeDeg, place.latitudeDeg],
      zoom: LIVE_ZOOM,
      ...calm(),
    });
  };

  return (
    <section
      data-part="watch-map"
      className={cx(look({ relative: true, minHeight: 0, borderLeft: true }), styles.watchMap)}
      aria-label={t('liveVideo.map')}
    >
      <div ref={box} className="base-map" data-ready={dressed !== null} />
      <Button className={styles.watchCentre} onClick={centre}>
        {t('track.centre')}
      </Button>
    </section>
  );
}
