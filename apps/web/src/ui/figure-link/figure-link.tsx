import type { Access } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import type { BarTarget } from '../chart/bar-links.tsx';
import styles from '../entity-link/entity-link.module.css';

/**
 * A figure that opens the records behind it. A figure of nothing is plain, and so is one whose records the
 * person may not see.
 */
export function FigureLink({
  count,
  access,
  target,
  label,
  children,
}: {
  /** How many records the target has. */
  readonly count: number;
  /** What the target requires; without, every user may open it. */
  readonly access?: Access;
  readonly target: BarTarget;
  /** What a screen reader says; it contains the figure. Without, the figure alone. */
  readonly label?: string;
  readonly children: React.ReactNode;
}) {
  const { current } = useSession();
  if (count === 0 || (access !== undefined && !may(current, access))) return children;
  return (
    <Link className={styles.link} to={target.to} search={target.search as never} aria-label={label}>
      {children}
    </Link>
  );
}
