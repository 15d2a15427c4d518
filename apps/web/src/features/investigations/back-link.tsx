import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Crumb } from '../../ui/breadcrumbs/breadcrumbs.tsx';

type ListSearch = Readonly<Record<string, string | undefined>>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filter of the list from which an investigation was opened. */
    readonly listSearch?: ListSearch;
  }
}

/** The current filter of the list, restored on the way back. */
export function useListState(): { readonly listSearch: ListSearch } {
  return { listSearch: useLocation({ select: ({ search }) => search as ListSearch }) };
}

/** The filtered list of activities, as the page above an investigation. */
export function useListCrumb(): Crumb {
  const { t } = useTranslation();
  const search = useLocation({ select: ({ state }) => state.listSearch });
  return { label: t('destination.vehicleFile'), to: '/vehicle-file/activity', search };
}

/** Link back to the filtered list of activities (requirement I-24). */
export function BackLink({
  className,
  label,
  children,
}: {
  readonly className: string;
  readonly label?: string;
  readonly children: React.ReactNode;
}) {
  const search = useLocation({ select: ({ state }) => state.listSearch });
  return (
    <Link
      className={className}
      to="/vehicle-file/activity"
      search={(search ?? {}) as never}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
