import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The visible depots for a dropdown (R-079, requirement G-99). */
export function useDepots() {
  return useQuery({
    queryKey: ['depots'],
    staleTime: 5 * 60_000,
    queryFn: () => api.vehicleFile.depots(),
  });
}
