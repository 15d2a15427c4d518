import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { cx, look } from '../look/look.ts';
import styles from './bar-chart.module.css';

/** The list that a bar opens. */
export interface BarTarget {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** A bar that opens a list. */
export interface BarLink {
  readonly key: string;
  /** The bar with its value, as a screen reader says it. */
  readonly label: string;
  readonly target: BarTarget;
  /** Place in the plot, in percent of its width. */
  readonly startPercent: number;
  readonly widthPercent: number;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Links over the bars. A chart is one stop of the Tab key; the arrow keys, Home and End go from bar to bar.
 */
export function BarLinks({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly BarLink[];
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // The newest bar is the one that people look at first.
  const current = links.find(({ key }) => key === chosen) ?? links.at(-1);
  const move = (event: React.KeyboardEvent, at: number) => {
    const next = STEPS[event.key]?.(at, links.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <ul
      ref={list}
      className={cx(look({ list: true, margin: 0, padding: 0 }), styles.links)}
      aria-label={label}
    >
      {links.map((link, at) => (
        <li
          key={link.key}
          style={{ left: `${link.startPercent}%`, width: `${link.widthPercent}%` }}
        >
          <Link
            className={look({ flow: 'block', height: 'full' })}
            to={link.target.to}
            search={link.target.search as never}
            aria-label={link.label}
            title={link.label}
            tabIndex={link === current ? 0 : -1}
            onFocus={() => setChosen(link.key)}
            onKeyDown={(event) => move(event, at)}
          />
        </li>
      ))}
    </ul>
  );
}
