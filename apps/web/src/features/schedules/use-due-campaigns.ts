import { RECALL_CATEGORY } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import type { DayRange } from '../../ui/date-range/calendar.ts';
import { WORKSHOP_ACCESS } from '../../ui/destinations.ts';
import { CAMPAIGNS_KEY } from '../work-orders/campaigns-key.ts';
import { allPages, PAGE_SIZE } from './all-pages.ts';
import type { DueCampaign } from './schedules-plan.ts';

const NONE: readonly DueCampaign[] = [];

/**
 * The unfinished vehicles of campaigns that are due on the days of the planner, if the person may see them.
 *
 * @param category of the planner; empty for all
 */
export function useDueCampaigns({
  depot,
  vehicle,
  category,
  range: { from, to },
}: {
  readonly depot: number;
  readonly vehicle: number;
  readonly category: string;
  readonly range: DayRange;
}) {
  const { current } = useSession();
  const maySee = may(current, WORKSHOP_ACCESS);
  const isShown = maySee && (category === '' || category === RECALL_CATEGORY);
  const filter = { depot: depot || undefined, vehicle: vehicle || undefined, from, to };
  const { data = NONE } = useQuery({
    queryKey: [CAMPAIGNS_KEY, 'due', filter],
    enabled: isShown,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.workOrderCampaigns.vehicles({
          query: { ...filter, state: 'unfinished', pageSize: PAGE_SIZE, page },
          signal,
        }),
      ),
  });
  return { maySee, due: isShown ? data : NONE };
}
