import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { LoadFault } from '../load-fault.tsx';
import { Part } from '../report/vehicle-check-report-panel.tsx';
import { DAMAGES } from '../vehicle-check-keys.ts';
import { useMayWrite } from '../vehicle-check-rights.ts';
import { DamageView } from './damage-view.tsx';

/** All damage to the vehicle of a report, including fixed damage. */
export function DamageHistory({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const history = useQuery({
    queryKey: [DAMAGES, 'report', reportId],
    queryFn: ({ signal }) => api.vehicleCheck.damageHistory({ params: { id: reportId }, signal }),
  });
  return (
    <Part title={t('vehicleCheck.damageHistory')}>
      {history.isError && (
        <LoadFault error={history.error} onRetry={() => void history.refetch()} />
      )}
      {history.data !== undefined && (
        <DamageView damages={history.data.results} mayFix={mayWrite} />
      )}
    </Part>
  );
}
