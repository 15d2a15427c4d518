import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { toast } from '../../../ui/toast.ts';
import { ACTIVITIES_KEY, type Activity } from '../../../ui/vehicle-file/activities.ts';

/** Archives an activity after confirmation, or restores it; the toast can undo either (RP-20). */
export function ArchiveButton({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { id, archived } = activity;
  const change = useMutation({
    mutationFn: (to: boolean) =>
      api.vehicleFile.archive({ params: { id }, body: { archived: to } }),
    onSuccess: async (changed, to) => {
      client.setQueryData([ACTIVITIES_KEY, 'one', id], changed);
      toast.success(t(to ? 'vehicleFile.archived' : 'vehicleFile.restored'), {
        action: { label: t('action.undo'), run: () => change.mutate(!to) },
      });
      await client.invalidateQueries({ queryKey: [ACTIVITIES_KEY] });
    },
    onError: (error) => toast.error(error.message),
  });
  if (!may(current, VEHICLE_FILE_WRITE)) return null;
  return (
    <>
      <Button
        disabled={change.isPending}
        onClick={() => (archived ? change.mutate(false) : setIsAsking(true))}
      >
        {t(archived ? 'vehicleFile.restore' : 'vehicleFile.archive')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('vehicleFile.archiveTitle', {
            description: knownText(activity.description, t),
            registration: activity.vehicle.registration,
          })}
          message={t('vehicleFile.archiveText')}
          confirmLabel={t('vehicleFile.archive')}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) change.mutate(true);
          }}
        />
      )}
    </>
  );
}
