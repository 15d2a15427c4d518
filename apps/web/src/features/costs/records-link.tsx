import { Link } from '@tanstack/react-router';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import linkStyles from '../../ui/entity-link/entity-link.module.css';

/** What a figure is of. Months are YYYY-MM. */
export interface RecordsAsked {
  readonly fromMonth: string;
  readonly toMonth: string;
  readonly kind?: string | undefined;
  readonly vehicle?: string | number | undefined;
  readonly depot?: string | number | undefined;
  readonly vehicle_type?: string | undefined;
  /** How the CO2 of trips is known. */
  readonly basis?: string | undefined;
}

/** The list behind a figure, with its filters. */
export function recordsTarget(
  asked: RecordsAsked,
  list: 'records' | 'co2-trips' = 'records',
): BarTarget {
  const search = Object.entries(asked).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { to: '/costs', search: { list, ...Object.fromEntries(search) } };
}

/** A figure that opens the records behind it. */
export function RecordsLink({
  asked,
  list = 'records',
  children,
}: {
  /** The list that has them. */
  readonly list?: 'records' | 'co2-trips';
  readonly asked: RecordsAsked;
  readonly children: React.ReactNode;
}) {
  const { search, to } = recordsTarget(asked, list);
  return (
    <Link className={linkStyles.link} to={to} search={search as never}>
      {children}
    </Link>
  );
}
