import type { DistanceUnit } from '@roadworthy/domain';
import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { calm, useBaseMap } from '../../ui/map/base-map.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import { addTraceImages } from '../../ui/map/trace-images.ts';
import { setTrail } from '../../ui/map/trail-line.ts';
import styles from './events.module.css';
import { addEventLayers, eventAt, setEvents, TRAIL } from './events-layers.ts';
import type { FleetEvent } from './use-events.ts';

/** Requirement E-P02. */
const EVENT_ZOOM = 16;
const FIT_ZOOM = 13;
/** Width of the card of the selected event, px; a narrow map has it elsewhere. */
const CARD_PX = 376;

function fit(map: MapLibre, events: readonly FleetEvent[]): void {
  const bounds = new LngLatBounds();
  for (const { lat, long } of events) {
    if (lat !== null && long !== null) bounds.extend([long, lat]);
  }
  if (!bounds.isEmpty()) {
    map.resize();
    map.fitBounds(bounds, { padding: 48, maxZoom: FIT_ZOOM, animate: false });
  }
}

/**
 * The map of the found events with a marker each, and the trail around the selected one (E-P01).
 */
export default function EventsMap(props: {
  readonly basemap: Basemap | null;
  readonly unit: DistanceUnit;
  readonly events: readonly FleetEvent[];
  readonly selectedId: number | null;
  readonly trail: readonly (readonly [number, number])[];
  readonly onSelect: (id: number | null) => void;
}) {
  const { t } = useTranslation();
  const latest = useRef(props);
  latest.current = props;
  const { events, selectedId, trail } = props;
  const { box, dressed } = useBaseMap({
    basemap: props.basemap,
    unit: props.unit,
    onCreate: (map) => {
      map.on('click', (event) => latest.current.onSelect(eventAt(map, event.point)));
      map.on('mousemove', (event) => {
        map.getCanvas().style.cursor = eventAt(map, event.point) === null ? '' : 'pointer';
      });
    },
    onDress: (map, scheme) => {
      addTraceImages(map, scheme);
      addEventLayers(map, scheme);
    },
  });

  useEffect(() => {
    if (dressed !== null) setEvents(dressed.map, events, selectedId);
  }, [dressed, events, selectedId]);

  useEffect(() => {
    if (dressed !== null) setTrail(dressed.map, TRAIL, trail);
  }, [dressed, trail]);

  useEffect(() => {
    const isChosen = events.some(({ id }) => id === latest.current.selectedId);
    if (dressed !== null && !isChosen) fit(dressed.map, events);
  }, [dressed, events]);

  const chosen = events.find(({ id }) => id === selectedId);
  const [latitude, longitude] = [chosen?.lat ?? null, chosen?.long ?? null];
  useEffect(() => {
    if (dressed === null || latitude === null || longitude === null) return;
    const { map } = dressed;
    map.resize();
    const isWide = map.getContainer().clientWidth > 2 * CARD_PX;
    map.easeTo({
      center: [longitude, latitude],
      zoom: EVENT_ZOOM,
      offset: [isWide ? CARD_PX / 2 : 0, 0],
      ...calm(),
    });
  }, [dressed, latitude, longitude]);

  return (
    <section
      className={styles.eventsMap}
      aria-label={t('events.map')}
      data-ready={dressed !== null}
      data-events={events.length}
    >
      <div ref={box} className="base-map" />
    </section>
  );
}
