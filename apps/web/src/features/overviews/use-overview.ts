import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { pageId } from '../../ui/entity-page/entity-page.tsx';

/** The record that the address of the page names; loaded again every half minute. */
export function useOverview<Overview>(
  kind: 'depot' | 'driver' | 'vehicle',
  load: (call: {
    readonly params: { readonly id: number };
    readonly signal: AbortSignal;
    readonly quiet: true;
  }) => Promise<Overview>,
) {
  const id = pageId((useParams({ strict: false }) as { id?: string }).id);
  const query = useQuery({
    queryKey: ['overview', kind, id],
    retry: false,
    refetchInterval: 30_000,
    queryFn: ({ signal }) => load({ params: { id }, signal, quiet: true }),
  });
  return { id, query };
}
