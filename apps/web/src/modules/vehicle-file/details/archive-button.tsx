import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../shell/session/context.ts';
import { may } from '../../../shell/session/rights.ts';
import { toast } from '../../../shell/toast.ts';
import { ACTIVITIES_KEY, type Activity } from '../activity/use-activities.ts';

/** Archives an activity, or brings it back (RP-20). */
export function ArchiveButton({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const { id, archived } = activity;
  const change = useMutation({
    mutationFn: () => api.vehicleFile.archive({ params: { id }, body: { archived: !archived } }),
    onSuccess: async (changed) => {
      client.setQueryData([ACTIVITIES_KEY, 'one', id], changed);
      await client.invalidateQueries({ queryKey: [ACTIVITIES_KEY] });
      toast.success(t(archived ? 'vehicleFile.restored' : 'vehicleFile.archived'));
    },
    onError: (error) => toast.error(error.message),
  });
  if (!may(current, VEHICLE_FILE_WRITE)) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(archived ? 'vehicleFile.restore' : 'vehicleFile.archive')}
    </button>
  );
}
