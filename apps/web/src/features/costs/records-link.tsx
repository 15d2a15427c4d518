import { Link } from '@tanstack/react-router';
import linkStyles from '../../ui/entity-link/entity-link.module.css';

/** What a figure is of. Months are YYYY-MM. */
export interface RecordsAsked {
  readonly fromMonth: string;
  readonly toMonth: string;
  readonly kind?: string | undefined;
  readonly vehicle?: string | number | undefined;
  readonly depot?: string | number | undefined;
  readonly vehicle_type?: string | undefined;
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
  const search = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  return (
    <Link className={linkStyles.link} to={'/costs' as string} search={{ list, ...search } as never}>
      {children}
    </Link>
  );
}
