import { useSession } from '../../../session/context.ts';

/** The reference of the records that have the flags (OP-052, U-P02). */
const REFERENCE = 'datalive';

/**
 * Whether the two restricted toggles show: for global admins, customer admins and user vehicle
 * admins, by any of their records (requirements G-46, G-47, U-44).
 */
export function useMaySeeRestricted(): boolean {
  return useSession().records.some(
    (record) =>
      record.ExternalAppReference === REFERENCE &&
      (record.IsGlobalAdmin || record.IsCustomerAdmin || record.IsUserVehicleAdmin),
  );
}
