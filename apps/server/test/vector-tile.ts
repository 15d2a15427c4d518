/** A position as longitude and latitude, degrees. */
export type Position = readonly [longitudeDeg: number, latitudeDeg: number];

/** A feature of a vector tile. */
export interface TileFeature {
  readonly layer: string;
  readonly kind: 'point' | 'line' | 'polygon';
  readonly path: readonly Position[];
  readonly properties: Readonly<Record<string, string | number>>;
  /** Lowest zoom at which a tile contains it; 0 by default. */
  readonly minZoom?: number;
}

const EXTENT = 4096;
const GEOMETRY = { point: 1, line: 2, polygon: 3 } as const;
const [MOVE, LINE, CLOSE] = [1, 2, 7];

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
};
const field = (number: number, bytes: readonly number[]) => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const number = (place: number, value: number) => [...varint(place * 8), ...varint(value)];
const text = (place: number, value: string) => field(place, [...Buffer.from(value)]);
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** Position within a tile, in its units; outside it beyond 0 and 4096. */
export function inTile([longitude, latitude]: Position, z: number, x: number, y: number) {
  const side = 2 ** z;
  const sin = Math.sin((latitude * Math.PI) / 180);
  const column = ((longitude + 180) / 360) * side - x;
  const row = (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * side - y;
  return [Math.round(column * EXTENT), Math.round(row * EXTENT)] as const;
}

function geometry(kind: TileFeature['kind'], points: readonly (readonly [number, number])[]) {
  const commands: number[] = [];
  let [lastX, lastY] = [0, 0];
  for (const [n, [x, y]] of points.entries()) {
    if (n === 0) commands.push(MOVE + 8);
    if (n === 1) commands.push(LINE + (points.length - 1) * 8);
    commands.push(zigzag(x - lastX), zigzag(y - lastY));
    [lastX, lastY] = [x, y];
  }
  if (kind === 'polygon') commands.push(CLOSE + 8);
  return commands.flatMap(varint);
}

function layerBytes(
  name: string,
  features: readonly TileFeature[],
  z: number,
  x: number,
  y: number,
) {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const placeOf = <T>(list: T[], value: T) =>
    list.includes(value) ? list.indexOf(value) : list.push(value) - 1;
  const encoded = features.flatMap(({ kind, path, properties }) => {
    const tags = Object.entries(properties).flatMap(([key, value]) => [
      ...varint(placeOf(keys, key)),
      ...varint(placeOf(values, value)),
    ]);
    const points = path.map((one) => inTile(one, z, x, y));
    return field(2, [
      ...field(2, tags),
      ...number(3, GEOMETRY[kind]),
      ...field(4, geometry(kind, points)),
    ]);
  });
  const valueBytes = values.flatMap((value) =>
    field(4, typeof value === 'string' ? text(1, value) : number(5, value)),
  );
  return field(3, [
    ...text(1, name),
    ...encoded,
    ...keys.flatMap((key) => text(3, key)),
    ...valueBytes,
    ...number(5, EXTENT),
    ...number(15, 2),
  ]);
}

/** Whether the bounding box of a feature touches a tile. */
function touches({ path, minZoom = 0 }: TileFeature, z: number, x: number, y: number): boolean {
  if (z < minZoom) return false;
  const points = path.map((one) => inTile(one, z, x, y));
  const [columns, rows] = [points.map(([column]) => column), points.map(([, row]) => row)];
  const isIn = (list: readonly number[]) => Math.max(...list) >= 0 && Math.min(...list) <= EXTENT;
  return isIn(columns) && isIn(rows);
}

/** A Mapbox vector tile (version 2) with the features that touch it; null without any. */
export function vectorTile(
  features: readonly TileFeature[],
  z: number,
  x: number,
  y: number,
): Buffer | null {
  const found = features.filter((feature) => touches(feature, z, x, y));
  if (found.length === 0) return null;
  const names = [...new Set(found.map(({ layer }) => layer))];
  return Buffer.from(
    names.flatMap((name) =>
      layerBytes(
        name,
        found.filter(({ layer }) => layer === name),
        z,
        x,
        y,
      ),
    ),
  );
}
