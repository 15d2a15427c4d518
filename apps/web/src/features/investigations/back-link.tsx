import { Link, useLocation } from '@tanstack/react-router';

type ListSearch = Readonly<Record<string, string | undefined>>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filter of the list that an investigation was opened from. */
    readonly listSearch?: ListSearch;
  }
}

/** The filter of the list as it stands, to be found again on the way back. */
export function useListState(): { readonly listSearch: ListSearch } {
  return { listSearch: useLocation({ select: ({ search }) => search as ListSearch }) };
}

/** Back to the list of activities, filtered as it was (requirement I-24). */
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
