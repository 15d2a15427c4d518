import type { DistanceUnit, TracePoint } from '@roadworthy/domain';
import { type Map as MapLibre, type MapMouseEvent, Marker } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signal } from '../signal.ts';
import { calm, useBaseMap } from './base-map.ts';
import type { Basemap } from './basemap.ts';
import { coarsenMotion } from './coarse-motion.ts';
import { boundsOf, nearestPoint } from './trace-features.ts';
import { addTraceImages } from './trace-images.ts';
import {
  addTraceLayers,
  MARK_LAYERS,
  setTraceDetail,
  setTraceLine,
  setTraceMarks,
  type TraceMark,
} from './trace-layers.ts';
import './trace-map.css';

/** Maximum distance of the pointer from the line, px. */
const NEAR_PX = 16;
/** The legend stands at the top. */
const EDGES_PX = { top: 96, right: 64, bottom: 48, left: 64 };
const MAX_FIT_ZOOM = 15;

/** The place to show; a new object each time. */
export interface MapFocus {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

export interface TraceMapProps {
  readonly basemap: Basemap | null;
  readonly unit: DistanceUnit;
  /** Sorted by device time. */
  readonly points: readonly TracePoint[];
  readonly marks: readonly TraceMark[];
  /** Position of the playback; the map keeps it visible. */
  readonly position: Signal<TracePoint | null>;
  /** The point near the pointer, here or in the chart. */
  readonly hover: Signal<TracePoint | null>;
  readonly focus: MapFocus | null;
  /** Texts of the tooltip, one per line. */
  readonly describe: (point: TracePoint) => readonly string[];
  readonly describeMark: (mark: Pick<TraceMark, 'kind' | 'index'>) => readonly string[];
  readonly onPick: (point: TracePoint) => void;
  readonly onMark: (mark: Pick<TraceMark, 'kind' | 'index'>) => void;
}

function pointUnder(map: MapLibre, event: MapMouseEvent, points: readonly TracePoint[]) {
  const { lng, lat } = event.lngLat;
  const edge = map.unproject([event.point.x, event.point.y + NEAR_PX]);
  const place = { latitudeDeg: lat, longitudeDeg: lng };
  return nearestPoint(points, place, Math.abs(edge.lat - lat));
}

function markUnder(map: MapLibre, event: MapMouseEvent): Pick<TraceMark, 'kind' | 'index'> | null {
  if (map.getLayer('trace-events') === undefined) return null;
  const [hit] = map.queryRenderedFeatures(event.point, { layers: [...MARK_LAYERS] });
  return hit === undefined ? null : { kind: hit.properties.kind, index: hit.properties.index };
}

function show(tip: HTMLElement, at: { x: number; y: number }, lines: readonly string[]): void {
  tip.replaceChildren(
    ...lines.map((text) => Object.assign(document.createElement('span'), { textContent: text })),
  );
  const isLeft = at.x > (tip.parentElement?.clientWidth ?? 0) / 2;
  tip.style.transform = `translate(${at.x}px, ${at.y}px) translate(${isLeft ? 'calc(-100% - 14px)' : '14px'}, -50%)`;
  tip.hidden = false;
}

/** Pointer handling: the nearest point, and selection by click. */
function listen(map: MapLibre, tip: () => HTMLElement | null, props: () => TraceMapProps): void {
  let frame = 0;
  let byPointer = false;
  const leave = () => {
    cancelAnimationFrame(frame);
    if (byPointer) props().hover.set(null);
    byPointer = false;
    const element = tip();
    if (element !== null) element.hidden = true;
  };
  map.on('dragstart', leave);
  map.on('mousemove', (event) => {
    cancelAnimationFrame(frame);
    // While the map is dragged, no point is searched, to keep frames fast.
    if (map.isMoving()) return;
    frame = requestAnimationFrame(() => {
      const { points, hover, describeMark } = props();
      const mark = markUnder(map, event);
      const point = mark === null ? pointUnder(map, event, points) : null;
      map.getCanvas().style.cursor = mark === null && point === null ? '' : 'pointer';
      byPointer = point !== null;
      hover.set(point);
      const element = tip();
      if (element !== null && mark !== null) show(element, event.point, describeMark(mark));
      else if (element !== null && point === null) element.hidden = true;
    });
  });
  map.on('mouseout', leave);
  map.on('click', (event) => {
    const { points, onPick, onMark } = props();
    const mark = markUnder(map, event);
    if (mark !== null) return onMark(mark);
    const point = pointUnder(map, event, points);
    if (point !== null) onPick(point);
  });
}

/** The moving vehicle: a rotating arrow, moved without rendering the map again. */
function cursorMarker(): Marker {
  const element = document.createElement('div');
  element.className = 'trace-cursor';
  element.innerHTML =
    '<svg viewBox="0 0 24 24" width="34" height="34" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 5.5l4.5 10.5-4.5-2-4.5 2z"/></svg>';
  return new Marker({ element, rotationAlignment: 'map' });
}

type Dressed = ReturnType<typeof useBaseMap>['dressed'];

/** Moves the arrow with the playback; the map follows it. */
function useCursor(dressed: Dressed, position: Signal<TracePoint | null>) {
  useEffect(() => {
    if (dressed === null) return;
    const { map } = dressed;
    const marker = cursorMarker();
    const move = () => {
      const point = position.get();
      if (point === null) return void marker.remove();
      marker.setLngLat([point.longitudeDeg, point.latitudeDeg]).setRotation(point.headingDeg);
      marker.addTo(map);
      const seen = map.getBounds().contains([point.longitudeDeg, point.latitudeDeg]);
      if (!seen && !map.isMoving()) map.panTo([point.longitudeDeg, point.latitudeDeg], calm());
    };
    move();
    const end = position.watch(move);
    return () => {
      end();
      marker.remove();
    };
  }, [dressed, position]);
}

/** Marks the point near the pointer, with its texts in the tooltip. */
function useDot(
  dressed: Dressed,
  hover: Signal<TracePoint | null>,
  tip: RefObject<HTMLElement | null>,
  props: RefObject<TraceMapProps>,
) {
  useEffect(() => {
    if (dressed === null) return;
    const { map } = dressed;
    const dot = new Marker({
      element: Object.assign(document.createElement('div'), { className: 'trace-dot' }),
    });
    const move = () => {
      const point = hover.get();
      if (point === null) {
        dot.remove();
        if (tip.current !== null) tip.current.hidden = true;
        return;
      }
      const place: [number, number] = [point.longitudeDeg, point.latitudeDeg];
      dot.setLngLat(place).addTo(map);
      if (tip.current !== null)
        show(tip.current, map.project(place), props.current.describe(point));
    };
    const end = hover.watch(move);
    return () => {
      end();
      dot.remove();
    };
  }, [dressed, hover, tip, props]);
}

/** The map of a trail: line by speed, stops, events, and playback position (M-P05). */
export function TraceMap(props: TraceMapProps) {
  const { t } = useTranslation();
  const tip = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  // Measures how fast this machine renders a trail, once it is rendered.
  const trial = useRef<() => void>(() => undefined);
  const { points, marks, unit, position, hover, focus } = props;
  const { box, dressed } = useBaseMap({
    basemap: props.basemap,
    unit,
    onCreate: (map) => {
      trial.current = coarsenMotion(map, (isCoarse) => setTraceDetail(map, !isCoarse));
      listen(
        map,
        () => tip.current,
        () => latest.current,
      );
    },
    onDress: (map, scheme) => {
      addTraceImages(map, scheme);
      addTraceLayers(map, scheme);
    },
  });

  // The map moves first: the visible part is then rendered first.
  useEffect(() => {
    const bounds = boundsOf(points);
    if (dressed === null || bounds === null) return;
    dressed.map.resize();
    dressed.map.fitBounds(bounds, { padding: EDGES_PX, maxZoom: MAX_FIT_ZOOM, animate: false });
  }, [dressed, points]);

  useEffect(() => {
    const element = box.current;
    if (dressed === null || element === null) return;
    const { map } = dressed;
    delete element.dataset.drawn;
    // For tests and benchmarks: the number of points in the last rendered frame.
    return setTraceLine(map, points, unit, () => {
      element.dataset.drawn = String(points.length);
      trial.current();
    });
  }, [dressed, points, unit, box]);

  useEffect(() => {
    if (dressed !== null) setTraceMarks(dressed.map, points, marks);
  }, [dressed, points, marks]);

  useEffect(() => {
    if (dressed === null || focus === null) return;
    const center: [number, number] = [focus.longitudeDeg, focus.latitudeDeg];
    dressed.map.easeTo({ center, zoom: Math.max(dressed.map.getZoom(), 14), ...calm() });
  }, [dressed, focus]);

  useCursor(dressed, position);
  useDot(dressed, hover, tip, latest);

  return (
    <section className="trace-map" aria-label={t('trace.map')}>
      <div ref={box} className="base-map" />
      <div ref={tip} className="trace-tip" hidden aria-hidden="true" />
    </section>
  );
}
