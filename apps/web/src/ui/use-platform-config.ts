import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The settings of the server that screens need; they do not change while it runs. */
export function usePlatformConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: () => api.platformInfo.config(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
