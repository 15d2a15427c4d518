import type { DistanceUnit } from '@roadworthy/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { calm, useBaseMap } from '../../ui/map/base-map.ts';
import type { Basemap } from '../../ui/map/basemap.ts';
import {
  addGeofenceLayers,
  geofenceAt,
  type MapShape,
  setDrafts,
  setGeofences,
} from './geofence-layers.ts';
import type { Drawing } from './geofences-drawing.ts';
import { boundsOf, type Shape } from './geofences-shape.ts';
import type { Tool } from './geofences-tools.ts';

const EDGE_PX = 48;
const MAX_FIT_ZOOM = 16;

/** Loaded on the first drawing: most people only view. */
const loadDrawing = () => import('./geofences-drawing.ts');

export interface GeofenceMapProps {
  readonly basemap: Basemap | null;
  readonly unit: DistanceUnit;
  readonly shapes: readonly MapShape[];
  readonly chosenId: number | null;
  /** Geofences to import, shown with the others. */
  readonly previews: readonly MapShape[];
  /** The shape being drawn; null for none. */
  readonly draft: { readonly shape: Shape; readonly colour: string } | null;
  readonly tool: Tool;
  /** The area to zoom to; a new object each time. */
  readonly focus: readonly Shape[] | null;
  readonly onChoose: (id: number | null) => void;
  readonly onShape: (shape: Shape) => void;
  readonly onTool: (tool: Tool) => void;
}

/** The map of the geofences, also used for drawing (M-P10). */
export default function GeofenceMap(props: GeofenceMapProps) {
  const { t } = useTranslation();
  const latest = useRef(props);
  latest.current = props;
  const drawn = useRef<Shape | null>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const { shapes, chosenId, previews, draft, tool, focus } = props;
  const isDrawing = draft !== null;
  const { box, dressed } = useBaseMap({
    basemap: props.basemap,
    unit: props.unit,
    onCreate: (map) => {
      map.on('click', (event) => {
        if (latest.current.draft === null) latest.current.onChoose(geofenceAt(map, event.point));
      });
      map.on('mousemove', (event) => {
        if (latest.current.draft !== null) return;
        map.getCanvas().style.cursor = geofenceAt(map, event.point) === null ? '' : 'pointer';
      });
    },
    onDress: addGeofenceLayers,
  });

  useEffect(() => {
    if (dressed !== null) setGeofences(dressed.map, shapes, chosenId);
  }, [dressed, shapes, chosenId]);

  useEffect(() => {
    if (dressed === null) return;
    const own = draft === null ? [] : [{ id: 0, name: '', ...draft }];
    setDrafts(dressed.map, [...previews, ...own]);
  }, [dressed, draft, previews]);

  useEffect(() => {
    const bounds = focus === null ? null : boundsOf(focus);
    if (dressed === null || bounds === null) return;
    dressed.map.resize();
    dressed.map.fitBounds(bounds, { padding: EDGE_PX, maxZoom: MAX_FIT_ZOOM, ...calm() });
  }, [dressed, focus]);

  useEffect(() => {
    if (dressed === null || !isDrawing) return;
    let made: Drawing | null = null;
    let isGone = false;
    void loadDrawing().then(({ Drawing: Made }) => {
      if (isGone) return;
      made = new Made(dressed.map, dressed.scheme, {
        onShape: (shape) => {
          drawn.current = shape;
          latest.current.onShape(shape);
        },
        onTool: (next) => latest.current.onTool(next),
      });
      setDrawing(made);
    });
    return () => {
      isGone = true;
      drawn.current = null;
      setDrawing(null);
      // Removing the map has already removed the drawing.
      if (dressed.map.style !== undefined) made?.end();
    };
  }, [dressed, isDrawing]);

  useEffect(() => {
    // The end of the drawing also resets the tool, and an ended drawing takes none.
    if (isDrawing) drawing?.use(tool);
  }, [drawing, tool, isDrawing]);

  const shape = draft?.shape ?? null;
  useEffect(() => {
    if (drawing !== null && shape !== null && shape !== drawn.current) drawing.show(shape);
  }, [drawing, shape]);

  return (
    <section
      data-part="geofence-map"
      className={look({ relative: true, minWidth: 0, height: 'full', minHeight: 0 })}
      aria-label={t('geofence.map')}
      data-ready={dressed !== null}
      data-drawing={drawing !== null}
    >
      <div ref={box} className="base-map" />
    </section>
  );
}
