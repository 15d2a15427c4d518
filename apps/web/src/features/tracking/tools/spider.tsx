import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { stateCounts } from '../../../ui/map/fleet-clusters.ts';
import type { DressedMap, PickedPlace } from '../../../ui/map/fleet-map.tsx';
import { type SpiderPlace, spiderCentre, spiderPlaces } from '../../../ui/map/spider.ts';
import type { TrackVehicle } from '../fleet-store.ts';
import { VehicleLabel } from '../vehicle-label.tsx';
import styles from './spider.module.css';

function centreOf(map: MapLibre, at: PickedPlace, places: readonly SpiderPlace[]): SpiderPlace {
  const { clientWidth: widthPx, clientHeight: heightPx } = map.getContainer();
  return spiderCentre(map.project([at.longitudeDeg, at.latitudeDeg]), places, {
    widthPx,
    heightPx,
  });
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * The vehicles of a cluster at one place, arranged around it. The first has the focus, arrow keys move, Escape
 * closes.
 */
export function Spider({
  dressed: { map },
  at,
  vehicles,
  onSelect,
  onClose,
}: {
  readonly dressed: DressedMap;
  readonly at: PickedPlace;
  readonly vehicles: readonly TrackVehicle[];
  readonly onSelect: (id: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const places = spiderPlaces(vehicles.length);
  const count = vehicles.length;
  const [centre, setCentre] = useState(() => centreOf(map, at, places));
  useLayoutEffect(() => {
    const update = () => setCentre(centreOf(map, at, spiderPlaces(count)));
    update();
    map.on('move', update);
    map.on('resize', update);
    return () => {
      map.off('move', update);
      map.off('resize', update);
    };
  }, [map, at, count]);
  useEffect(() => {
    box.current?.querySelector('button')?.focus({ preventScroll: true });
    map.on('zoomstart', onClose);
    return () => void map.off('zoomstart', onClose);
  }, [map, onClose]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      map.getCanvas().focus({ preventScroll: true });
      return onClose();
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus({ preventScroll: true });
  };
  const states = stateCounts(vehicles).map(({ state, count: n }) => `${n} ${t(`state.${state}`)}`);
  return (
    <section
      ref={box}
      className={styles.spider}
      style={{ left: centre.x, top: centre.y }}
      aria-label={`${t('track.hereCount', { count })}: ${states.join(', ')}`}
      onKeyDown={onKeyDown}
    >
      <svg className={styles.legs} aria-hidden="true">
        {places.map(({ x, y }) => (
          <line key={`${x} ${y}`} x2={x} y2={y} />
        ))}
        <circle r={5} />
      </svg>
      <ul>
        {vehicles.map((vehicle, index) => (
          <li key={vehicle.id} style={{ left: places[index]?.x, top: places[index]?.y }}>
            <Button kind="bare" className={styles.vehicle} onClick={() => onSelect(vehicle.id)}>
              <VehicleLabel vehicle={vehicle} iconPx={20} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
