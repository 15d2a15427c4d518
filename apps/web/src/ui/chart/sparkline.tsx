import styles from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 28;
const EDGE = 2;

/** The path of a line through values of equal distance; it is interrupted where one is missing. */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = high - low;
  const stepX = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const y = (value: number) =>
    span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
  const parts: string[] = [];
  let isDrawing = false;
  values.forEach((value, n) => {
    if (value === null) {
      isDrawing = false;
      return;
    }
    const x = (EDGE + n * stepX).toFixed(1);
    // A lone value is a dot: a line to itself, with round ends.
    parts.push(isDrawing ? `L${x} ${y(value).toFixed(1)}` : `M${x} ${y(value).toFixed(1)}h0`);
    isDrawing = true;
  });
  return parts.join('');
}

/** The course of a value as a small line without axes. Decorative: the value is next to it. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
