/** The active tool on the map. */
export type Tool = 'select' | 'polygon' | 'rectangle' | 'circle' | 'corridor' | 'hole';

/** Tools that start a shape (M-P10). */
export const SHAPE_TOOLS = ['polygon', 'rectangle', 'circle', 'corridor'] as const;
