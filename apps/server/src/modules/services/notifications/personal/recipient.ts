import { contract, DEFECT_ALERT_MODULES } from '@roadworthy/contract';
import { allows } from '@roadworthy/domain';
import { nextOccurrence, quietUntil } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { NewAlertRow, RecipientRow } from './notifications-personal-dispatch.repository.ts';

type Alert = Pick<
  NewAlertRow,
  'customer_id' | 'vehicle_id' | 'defect_record_id' | 'fault_id' | 'recall_campaign_id' | 'in_app'
>;

/** What an alert of an event, a defect, a fault or a campaign requires. */
function accessTo(alert: Alert) {
  const { defect_record_id: defectId, fault_id: faultId, recall_campaign_id: recallId } = alert;
  if (recallId !== null) return contract.workOrderCampaigns.list.access;
  if (faultId !== null) return contract.faults.list.access;
  const anyOf = defectId === null ? (['Events'] as const) : DEFECT_ALERT_MODULES;
  return { kind: 'module', anyOf } as const;
}

/** Whether a person may see an alert: its kind, its customer and its vehicle (U-P03). */
export function maySee(viewer: Viewer, alert: Alert, depotIds: readonly number[]): boolean {
  if (viewer.lacksSecondFactor || !allows(accessTo(alert), viewer)) return false;
  const isOfEvent = [alert.defect_record_id, alert.fault_id, alert.recall_campaign_id].every(
    (id) => id === null,
  );
  if (isOfEvent && !alert.in_app) return false;
  if (!viewer.isGlobalAdmin && viewer.customerId !== alert.customer_id) return false;
  const { depotScope } = viewer;
  return (
    depotScope === 'all' ||
    viewer.vehicleId === alert.vehicle_id ||
    depotIds.some((id) => depotScope.includes(id))
  );
}

type TimeFields = Pick<
  RecipientRow,
  | 'user_time_zone'
  | 'time_zone'
  | 'quiet_weekdays'
  | 'quiet_from_minute'
  | 'quiet_until_minute'
  | 'digest'
  | 'digest_hour'
>;

/** The end of a person's quiet hours at a moment; null outside them. */
export const quietEnd = (of: TimeFields, nowMs: number): number | null =>
  quietUntil(
    {
      weekdays: of.quiet_weekdays,
      fromMinute: of.quiet_from_minute,
      untilMinute: of.quiet_until_minute,
      timeZone: of.user_time_zone ?? of.time_zone,
    },
    nowMs,
  );

/** When the next digest of a person is due; null without a digest. */
export const nextDigestMs = (
  of: Omit<TimeFields, 'quiet_weekdays' | 'quiet_from_minute' | 'quiet_until_minute'>,
  nowMs: number,
): number | null =>
  of.digest === 'none'
    ? null
    : nextOccurrence(
        {
          frequency: of.digest,
          hour: of.digest_hour,
          timeZone: of.user_time_zone ?? of.time_zone,
        },
        nowMs,
      );
