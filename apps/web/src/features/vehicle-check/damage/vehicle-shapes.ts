import type { DamageZone, VehicleType } from '@roadworthy/domain';

/*
 * Vehicles from above, front at the top, in a box of 240 by 420. Each kind has an outline that
 * clips three columns of zones; the underside of a vehicle is a field below it.
 */

export const DRAWING = { width: 240, height: 420 } as const;

/** A rectangle of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Shape {
  /** Path of the body; zones are clipped to it. */
  readonly body: string;
  /** Decorative paths outside the body: wheels, mirrors, handlebars. */
  readonly beside: string;
  /** Decorative paths on the body: windows, doors, edges. */
  readonly lines: string;
  readonly zones: Readonly<Record<DamageZone, Box>>;
}

/** Boundaries of the zones of a kind. */
interface Cuts {
  /** x: start of the left column; end of the left, middle and right column. */
  readonly columns: readonly [number, number, number, number];
  /** y: start of the front; ends of front, windscreen, interior, roof, load area and rear. */
  readonly rows: readonly [number, number, number, number, number, number, number];
  /** y: ends of the front and the middle part of a side. */
  readonly sides: readonly [number, number];
}

const CUTS: Readonly<Record<VehicleType, Cuts>> = {
  CAR: { columns: [60, 92, 148, 180], rows: [12, 92, 130, 168, 268, 308, 358], sides: [116, 254] },
  VAN: { columns: [62, 94, 146, 178], rows: [10, 60, 100, 134, 172, 316, 364], sides: [116, 262] },
  STR: { columns: [62, 94, 146, 178], rows: [10, 36, 62, 106, 180, 322, 364], sides: [108, 256] },
  BIK: { columns: [60, 98, 142, 180], rows: [12, 84, 116, 160, 236, 306, 364], sides: [126, 236] },
};

const UNDERSIDE: Box = { x: 60, y: 380, width: 120, height: 34 };

/** The boxes of all zones between the boundaries of a kind. */
function zonesOf({ columns, rows, sides }: Cuts): Readonly<Record<DamageZone, Box>> {
  const [left, middle, right, edge] = columns;
  const [top, front, windscreen, interior, roof, loadArea, bottom] = rows;
  const [first, last] = sides;
  const box = (x: number, toX: number, y: number, toY: number): Box => ({
    x,
    y,
    width: toX - x,
    height: toY - y,
  });
  return {
    front: box(middle, right, top, front),
    windscreen: box(middle, right, front, windscreen),
    interior: box(middle, right, windscreen, interior),
    roof: box(middle, right, interior, roof),
    load_area: box(middle, right, roof, loadArea),
    rear: box(middle, right, loadArea, bottom),
    front_left: box(left, middle, top, first),
    left: box(left, middle, first, last),
    rear_left: box(left, middle, last, bottom),
    front_right: box(right, edge, top, first),
    right: box(right, edge, first, last),
    rear_right: box(right, edge, last, bottom),
    underside: UNDERSIDE,
  };
}

/** A drawing for each kind of vehicle (requirement E-06). */
export const SHAPES: Readonly<Record<VehicleType, Shape>> = {
  CAR: {
    body: 'M120 12C150 12 172 20 176 48L180 110L180 270L176 330C172 352 150 358 120 358C90 358 68 352 64 330L60 270L60 110L64 48C68 20 90 12 120 12Z',
    beside:
      'M52 60h10v48h-10zM178 60h10v48h-10zM52 256h10v48h-10zM178 256h10v48h-10zM44 118l16-6v12l-16 4zM196 118l-16-6v12l16 4z',
    lines:
      'M92 100Q120 88 148 100L146 128Q120 120 94 128ZM96 274Q120 282 144 274L148 300Q120 310 92 300Z',
    zones: zonesOf(CUTS.CAR),
  },
  VAN: {
    body: 'M120 10C150 10 168 16 172 38L178 84L178 352C178 360 172 364 164 364L76 364C68 364 62 360 62 352L62 84L68 38C72 16 90 10 120 10Z',
    beside:
      'M54 56h10v46h-10zM176 56h10v46h-10zM54 276h10v46h-10zM176 276h10v46h-10zM42 84l20-6v14l-20 4zM198 84l-20-6v14l20 4z',
    lines: 'M90 68Q120 54 150 68L146 96Q120 88 94 96ZM94 172H146M120 316V364M94 316H146',
    zones: zonesOf(CUTS.VAN),
  },
  STR: {
    body: 'M84 10H156Q170 10 170 24V104H70V24Q70 10 84 10ZM62 114H178V364H62Z',
    beside:
      'M60 34h10v46h-10zM170 34h10v46h-10zM52 236h10v44h-10zM178 236h10v44h-10zM52 290h10v44h-10zM178 290h10v44h-10zM46 28l22-8v22l-22 4zM194 28l-22-8v22l22 4z',
    lines: 'M94 38H146V58H94ZM120 322V364M94 322H146',
    zones: zonesOf(CUTS.STR),
  },
  BIK: {
    body: 'M120 12C130 12 134 20 134 32L136 84C168 84 176 92 178 104L160 132C164 170 160 214 158 236C172 250 178 276 172 306L146 322C142 350 134 364 120 364C106 364 98 350 94 322L68 306C62 276 68 250 82 236C80 214 76 170 80 132L62 104C64 92 72 84 104 84L106 32C106 20 110 12 120 12Z',
    beside: 'M30 94Q60 82 84 88V96Q60 92 34 104ZM210 94Q180 82 156 88V96Q180 92 206 104Z',
    lines: 'M104 168Q120 156 136 168L140 214Q120 224 100 214ZM106 32H134M104 250H136V300H104Z',
    zones: zonesOf(CUTS.BIK),
  },
};

/** The position of a number, in per cent of the drawing. */
export interface Marker {
  readonly id: number;
  /** From 1, in list order. */
  readonly number: number;
  readonly leftPercent: number;
  readonly topPercent: number;
}

/** Space for a number, in units of the drawing. */
const MARKER = 26;

/**
 * The position of one of several numbers in a zone: in rows around its middle, closer if there are
 * many.
 */
function placeIn({ x, y, width, height }: Box, index: number, count: number) {
  const columns = Math.max(1, Math.min(count, Math.floor(width / MARKER)));
  const rows = Math.ceil(count / columns);
  const rowGap = Math.min(MARKER, height / rows);
  const row = Math.floor(index / columns);
  const inRow = Math.min(columns, count - row * columns);
  const column = index % columns;
  return {
    x: x + width / 2 + (column - (inRow - 1) / 2) * MARKER,
    y: y + height / 2 + (row - (rows - 1) / 2) * rowGap,
  };
}

/** A number for each damage, in its zone; several in one zone are side by side. */
export function markersOf(
  damages: readonly { readonly id: number; readonly part: DamageZone }[],
  type: VehicleType,
): readonly Marker[] {
  const { zones } = SHAPES[type];
  return damages.map(({ id, part }, n) => {
    const there = damages.filter((other) => other.part === part);
    const index = there.findIndex((other) => other.id === id);
    const { x, y } = placeIn(zones[part], index, there.length);
    return {
      id,
      number: n + 1,
      leftPercent: (x / DRAWING.width) * 100,
      topPercent: (y / DRAWING.height) * 100,
    };
  });
}
