import { contract } from '@roadworthy/contract';
import { allows, RECALL_CATEGORY, toApiDate } from '@roadworthy/domain';
import type { CalendarSource } from '../../schedules/index.ts';
import { campaignVehiclePage } from './work-orders-campaigns-due.repository.ts';

/** The unfinished vehicles of campaigns on their due days, in the calendars of people who may see campaigns. */
export const recallCalendar: CalendarSource = {
  category: RECALL_CATEGORY,
  items: async (trx, viewer, { depotId, limit, nowMs }) => {
    if (!allows(contract.workOrderCampaigns.list.access, viewer)) return [];
    const { rows } = await campaignVehiclePage(
      trx,
      viewer,
      { state: 'unfinished', depot: depotId ?? undefined },
      {
        page: { limit, offset: 0, search: '', orderBy: 'due_on', descending: false },
        today: toApiDate(nowMs, 'UTC'),
      },
    );
    return rows.flatMap((row) =>
      row.due_on === null
        ? []
        : [
            {
              id: `recall-${row.campaign_id}-${row.vehicle_id}`,
              day: row.due_on,
              registration: row.registration,
              name: `${row.number} ${row.title}`,
              category: RECALL_CATEGORY,
              depot: row.depot_name,
              note: row.is_overdue ? ('overdue' as const) : null,
              dueDay: row.due_on,
              window: null,
              path: `/work-orders/campaigns?open=${row.campaign_id}`,
            },
          ],
    );
  },
};
