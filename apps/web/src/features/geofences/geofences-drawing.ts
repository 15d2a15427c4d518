import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Map as MapLibre } from 'maplibre-gl';
import {
  type GeoJSONStoreFeatures,
  type HexColor,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import {
  CORRIDOR_RADIUS_M,
  circleOf,
  circleRing,
  type Point,
  rounded,
  type Shape,
} from './geofences-shape.ts';
import type { Tool } from './geofences-tools.ts';

const MODES = {
  polygon: 'polygon',
  hole: 'polygon',
  rectangle: 'rectangle',
  circle: 'circle',
  corridor: 'linestring',
  select: 'select',
} as const satisfies Record<Tool, string>;
/** Enough handles to drag a circle from any side; the map draws it round. */
const CIRCLE_HANDLES = 8;
/** The part of the shape that a feature represents; stored in the properties of the feature. */
const PART = 'part';

type StoreFeature = GeoJSONStoreFeatures;
const position = (point: Point): [number, number] => {
  const { lat, long } = rounded(point);
  return [long, lat];
};
const pointOf = ([long = 0, lat = 0]: readonly number[]): Point => rounded({ lat, long });

function polygonFeature(ring: readonly Point[], mode: string, part: number): StoreFeature {
  const coordinates = [...ring, ...ring.slice(0, 1)].map(position);
  return {
    type: 'Feature',
    properties: { mode, [PART]: part },
    geometry: { type: 'Polygon', coordinates: [coordinates] },
  };
}

/** The draggable features: the ring, each hole, or the line. */
function featuresOf({ shape, points, holes, centre, radius }: Shape): StoreFeature[] {
  if (shape === 'circle') {
    return centre === null || radius === null
      ? []
      : [polygonFeature(circleRing(centre, radius, CIRCLE_HANDLES), 'circle', 0)];
  }
  if (shape === 'corridor') {
    return points.length < 2
      ? []
      : [
          {
            type: 'Feature',
            properties: { mode: 'linestring', [PART]: 0 },
            geometry: { type: 'LineString', coordinates: points.map(position) },
          },
        ];
  }
  return points.length < 3
    ? []
    : [points, ...holes].map((ring, part) => polygonFeature(ring, 'polygon', part));
}

/** Corners of a feature without the closing one of its ring. */
function cornersOf({ geometry }: StoreFeature): Point[] {
  if (geometry.type === 'LineString') return geometry.coordinates.map(pointOf);
  if (geometry.type === 'Polygon') return (geometry.coordinates[0] ?? []).slice(0, -1).map(pointOf);
  return [];
}

/** A shape after a feature was drawn with a tool. */
function withDrawn(shape: Shape, tool: Tool, corners: Point[]): Shape {
  const nothing = { points: [], holes: [], centre: null, radius: null };
  if (tool === 'circle') return { ...nothing, shape: 'circle', ...circleOf(corners) };
  if (tool === 'corridor') {
    const radius = shape.shape === 'corridor' ? shape.radius : null;
    return { ...nothing, shape: 'corridor', points: corners, radius: radius ?? CORRIDOR_RADIUS_M };
  }
  if (tool === 'hole') return { ...shape, holes: [...shape.holes, corners] };
  return { ...nothing, shape: 'polygon', points: corners };
}

const handles = (isCircle: boolean) => ({
  feature: {
    draggable: true,
    coordinates: isCircle
      ? { midpoints: false, draggable: false, resizable: 'center' as const }
      : { midpoints: { draggable: true }, draggable: true, deletable: true },
  },
});

/** Callbacks of a drawing. */
export interface DrawingListener {
  readonly onShape: (shape: Shape) => void;
  /** The tool changed by itself, because a drawing was finished. */
  readonly onTool: (tool: Tool) => void;
}

/** Draws and edits one shape on a map (M-P10): corners, midpoints, the whole, and holes. */
export class Drawing {
  readonly #draw: TerraDraw;
  readonly #listener: DrawingListener;
  #shape: Shape | null = null;
  #tool: Tool = 'select';
  #isOwn = false;

  constructor(map: MapLibre, scheme: 'light' | 'dark', listener: DrawingListener) {
    const accent = DESIGN_TOKENS[scheme].accent as HexColor;
    const ground = DESIGN_TOKENS[scheme].surface as HexColor;
    this.#listener = listener;
    // The map shows the shape in its colour; this layer has only its handles.
    const whileDrawn =
      (value: number) =>
      ({ properties }: StoreFeature) =>
        properties[PART] === undefined ? value : 0;
    const area = {
      fillColor: accent,
      fillOpacity: whileDrawn(0.1),
      outlineColor: accent,
      outlineWidth: whileDrawn(2),
    };
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
      modes: [
        new TerraDrawPolygonMode({ styles: area }),
        new TerraDrawRectangleMode({ styles: area }),
        new TerraDrawCircleMode({ styles: area, projection: 'globe' }),
        new TerraDrawLineStringMode({
          styles: { lineStringColor: accent, lineStringWidth: 3 },
        }),
        new TerraDrawSelectMode({
          keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
          flags: { polygon: handles(false), linestring: handles(false), circle: handles(true) },
          styles: {
            selectedPolygonColor: accent,
            selectedPolygonFillOpacity: 0,
            selectedPolygonOutlineColor: accent,
            selectedPolygonOutlineWidth: 0,
            selectedLineStringColor: accent,
            selectionPointColor: accent,
            selectionPointWidth: 7,
            selectionPointOutlineColor: ground,
            selectionPointOutlineWidth: 2,
            midPointColor: ground,
            midPointWidth: 5,
            midPointOutlineColor: accent,
            midPointOutlineWidth: 2,
          },
        }),
      ],
    });
    this.#draw.start();
    this.#draw.setMode('select');
    this.#draw.on('finish', (id, { action }) => this.#finish(id, action));
    this.#draw.on('change', (_ids, type, context) => {
      const isByHand = context === undefined || !('origin' in context);
      if (isByHand && !this.#isOwn && type === 'update' && this.#tool === 'select') this.#tell();
    });
  }

  /** Shows a shape that was typed or loaded. */
  show(shape: Shape): void {
    this.#shape = shape;
    this.#isOwn = true;
    this.#draw.clear();
    const [result] = this.#draw.addFeatures(featuresOf(shape));
    if (this.#tool === 'select' && result?.valid === true && result.id !== undefined) {
      this.#draw.selectFeature(result.id);
    }
    this.#isOwn = false;
  }

  /** Selects a tool. */
  use(tool: Tool): void {
    this.#tool = tool;
    this.#draw.setMode(MODES[tool]);
    if (tool === 'select' && this.#shape !== null) this.show(this.#shape);
  }

  /** Removes everything from the map. */
  end(): void {
    this.#draw.stop();
  }

  #finish(id: string | number, action: string): void {
    const feature = this.#draw.getSnapshotFeature(id);
    if (feature === undefined || this.#shape === null) return;
    if (action !== 'draw') {
      // Dragging the edge of a circle distorts it slightly; make it a circle again.
      const shape = this.#read();
      if (shape?.shape === 'circle') this.show(shape);
      this.#tell();
      return;
    }
    const shape = withDrawn(this.#shape, this.#tool, cornersOf(feature));
    this.#shape = shape;
    // The library ends its own drawing after this event, so the mode has to change later.
    queueMicrotask(() => {
      this.use('select');
      this.#listener.onTool('select');
      this.#listener.onShape(shape);
    });
  }

  #read(): Shape | null {
    const before = this.#shape;
    if (before === null) return null;
    const parts = this.#draw
      .getSnapshot()
      .filter(({ properties }) => typeof properties[PART] === 'number')
      .sort((a, b) => Number(a.properties[PART]) - Number(b.properties[PART]));
    const [outer, ...holes] = parts.map(cornersOf);
    if (outer === undefined) return null;
    if (before.shape === 'circle') return { ...before, ...circleOf(outer) };
    return { ...before, points: outer, holes };
  }

  #tell(): void {
    const shape = this.#read();
    if (shape === null) return;
    this.#shape = shape;
    this.#listener.onShape(shape);
  }
}
