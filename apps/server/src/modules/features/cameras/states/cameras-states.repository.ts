import { OFFLINE_AGE_S } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** A visible vehicle with cameras. Moments are null if nothing was ever received. */
export interface CameraStateRow {
  readonly id: number;
  readonly registration: string;
  readonly last_seen_at: Date | null;
  readonly oldest_footage_at: Date | null;
  readonly is_offline: boolean;
  readonly cameras: readonly { readonly camera: number; readonly name: string }[];
}

export interface CameraStateFilter {
  readonly state?: 'online' | 'offline' | undefined;
  readonly vehicle?: number | undefined;
}

/**
 * A page of the visible vehicles with active cameras, the longest silent first. Their cameras are offline
 * if the device said nothing for a day (M-P03); private use hides that.
 */
export async function cameraStatePage(
  trx: Transaction,
  viewer: Viewer,
  { state, vehicle }: CameraStateFilter,
  page: Page,
): Promise<{ count: number; rows: readonly CameraStateRow[] }> {
  const visible = visibleVehicles(trx, viewer);
  const vehicles = vehicle === undefined ? visible : visible.where('v.id', '=', vehicle);
  const to = page.descending ? sql`desc nulls last` : sql`asc nulls first`;
  const order =
    page.orderBy === 'registration'
      ? sql`x.registration ${page.descending ? sql`desc` : sql`asc`}, x.id`
      : sql`x.last_seen_at ${to}, x.registration, x.id`;
  return exactPage<CameraStateRow>(trx, page, {
    columns: sql`x.*`,
    matching: sql`from (
      select v.id, v.registration, max(t.last_seen_at) as last_seen_at,
        min(c.oldest_footage_at) as oldest_footage_at,
        not coalesce(bool_or(s.is_private), false) and coalesce(max(t.last_seen_at)
          < now() - make_interval(secs => ${OFFLINE_AGE_S}), true) as is_offline,
        jsonb_agg(jsonb_build_object('camera', c.channel, 'name', c.name)
          order by c.channel, c.id) as cameras
      from (${vehicles}) v
      join trackers t on t.vehicle_id = v.id
      join cameras c on c.tracker_id = t.id and c.is_active
      left join vehicle_states s on s.vehicle_id = v.id
      group by v.id, v.registration) x
    where (${state ?? null}::text is null or x.is_offline = (${state ?? null}::text = 'offline'))
      and (${page.search} = '' or x.registration ilike ${containsPattern(page.search)})`,
    order,
  });
}
