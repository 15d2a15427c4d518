import { useId } from 'react';
import { useLocale } from '../display.ts';
import { cx, look, row } from '../look/look.ts';
import styles from './bar-chart.module.css';
import { type BarLink, BarLinks, type BarTarget } from './bar-links.tsx';

const HEIGHT_PX = 96;
const SLOT_PX = 20;

/** A round number at or above the largest value, so that the scale has a readable end. */
export function scaleEnd(largest: number): number {
  if (largest <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 2.5, 5, 10].map((step) => step * unit).find((end) => end >= largest) ?? largest;
}

/** Bars of one colour, with their name in the legend. */
interface Series<Point> {
  readonly key: string;
  readonly label: string;
  /** `hollow` differs from solid bars without colour. */
  readonly tone: 'accent' | 'bad' | 'hollow';
  readonly value: (point: Point) => number;
}

interface Chart<Point> {
  readonly points: readonly Point[];
  readonly labelOf: (point: Point) => string;
  readonly series: readonly Series<Point>[];
  /** A value in the table and in tooltips. */
  readonly textOf?: (value: number) => string;
  /** The list of the records that a bar counts; a bar without one is not a link. */
  readonly targetOf?: (point: Point, series: string) => BarTarget | null;
}

/** The links of all bars with a value. */
function linksOf<Point>({
  points,
  labelOf,
  series,
  textOf = String,
  targetOf,
}: Chart<Point>): readonly BarLink[] {
  if (targetOf === undefined) return [];
  const widthPercent = 100 / (points.length * series.length);
  return points.flatMap((point, at) =>
    series.flatMap(({ key, label, value }, index) => {
      const target = value(point) === 0 ? null : targetOf(point, key);
      if (target === null) return [];
      return {
        key: `${labelOf(point)} ${key}`,
        label: `${labelOf(point)}, ${label}: ${textOf(value(point))}`,
        target,
        startPercent: (at * series.length + index) * widthPercent,
        widthPercent,
      };
    }),
  );
}

function Bars<Point>({ title, ...chart }: Chart<Point> & { readonly title: string }) {
  const { points, labelOf, series, textOf = String } = chart;
  const links = linksOf(chart);
  const locale = useLocale();
  const values = points.flatMap((point) => series.map(({ value }) => value(point)));
  const end = scaleEnd(Math.max(0, ...values));
  const barPx = (SLOT_PX - 4) / series.length;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div className={styles.frame}>
      <span className={styles.scale} aria-hidden="true">
        <span>{end.toLocaleString(locale)}</span>
        <span>{(end / 2).toLocaleString(locale)}</span>
        <span>0</span>
      </span>
      <div className={look({ relative: true })}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${points.length * SLOT_PX} ${HEIGHT_PX}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {[0, HEIGHT_PX / 2, HEIGHT_PX].map((y) => (
            <line
              key={y}
              x1={0}
              x2={points.length * SLOT_PX}
              y1={y}
              y2={y}
              className={styles.grid}
            />
          ))}
          {points.map((point, at) => (
            <g key={labelOf(point)}>
              {series.map(({ key, tone, value }, index) => {
                const heightPx = (Math.max(0, value(point)) / end) * HEIGHT_PX;
                return (
                  <rect
                    key={key}
                    className={styles[tone]}
                    x={at * SLOT_PX + 2 + index * barPx}
                    y={HEIGHT_PX - heightPx}
                    width={barPx}
                    height={heightPx}
                  />
                );
              })}
              <rect x={at * SLOT_PX} width={SLOT_PX} height={HEIGHT_PX} fill="transparent">
                <title>
                  {[
                    labelOf(point),
                    ...series.map(({ label, value }) => `${label}: ${textOf(value(point))}`),
                  ].join('\n')}
                </title>
              </rect>
            </g>
          ))}
        </svg>
        {links.length > 0 && <BarLinks label={title} links={links} />}
      </div>
      <span className={styles.ends} aria-hidden="true">
        <span>{first === undefined ? '' : labelOf(first)}</span>
        <span>{last === undefined ? '' : labelOf(last)}</span>
      </span>
    </div>
  );
}

/**
 * Bars of one or two series with a legend and a scale; a table for screen readers says the same in words. With
 * `targetOf`, each bar is a link to the records that it counts.
 *
 * @param heading heading of the first column of the table
 * @param empty text if every value is 0
 */
export function BarChart<Point>({
  title,
  heading,
  empty,
  ...chart
}: Chart<Point> & {
  readonly title: string;
  readonly heading: string;
  readonly empty: string;
}) {
  const id = useId();
  const { points, labelOf, series, textOf = String } = chart;
  const isEmpty = points.every((point) => series.every(({ value }) => value(point) === 0));
  return (
    <figure className={cx(look({ relative: true }), styles.chart)} aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{title}</strong>
        <ul
          className={row({
            wrap: true,
            rowGap: 1,
            columnGap: 4,
            margin: 0,
            padding: 0,
            tone: 'quiet',
            size: 'small',
            list: true,
          })}
        >
          {series.map(({ key, label, tone }) => (
            <li key={key} className={row({ gap: 2, align: 'center' })}>
              <span className={cx(styles.key, styles[tone])} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      {isEmpty ? <p className={styles.empty}>{empty}</p> : <Bars title={title} {...chart} />}
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={labelOf(point)}>
              <th scope="row">{labelOf(point)}</th>
              {series.map(({ key, value }) => (
                <td key={key}>{textOf(value(point))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
