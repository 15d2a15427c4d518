import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ChoiceOption } from '../../ui/resource/bound-fields.tsx';
import { PLANS_KEY } from './service-plans.ts';

/** The service plans by name. */
export function usePlanChoices(): readonly ChoiceOption[] {
  const { data } = useQuery({
    queryKey: [PLANS_KEY, 'choices'],
    queryFn: ({ signal }) => api.servicePlans.plans({ query: { pageSize: 400 }, signal }),
  });
  return (data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
