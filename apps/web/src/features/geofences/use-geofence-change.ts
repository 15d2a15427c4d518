import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { Geofence } from './geofences-shape.ts';
import { GEOFENCES } from './use-geofences.ts';

/** Runs a call that changes a geofence, then closes its view and reads the geofences again; shows an error. */
export function useGeofenceChange(
  geofence: Geofence,
  onClose: () => void,
): (call: () => Promise<unknown>) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (call) => {
    try {
      await call();
      toast.success(t('toast.success'), { subject: geofence.name });
      onClose();
      await queries.invalidateQueries({ queryKey: [GEOFENCES] });
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
}
