import { formatDateTime, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { CancelButton } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from './qr-label.module.css';

type Change = 'renew' | 'revoke';

/** Renewing and revoking invalidate the label on the vehicle, so both ask for confirmation. */
function CodeChanges({
  vehicleId,
  hasCode,
}: {
  readonly vehicleId: number;
  readonly hasCode: boolean;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Change | null>(null);
  const change = useMutation({
    mutationFn: (kind: Change) => {
      const request = { params: { vehicle: vehicleId } };
      return kind === 'renew' ? api.qrCodes.renewCode(request) : api.qrCodes.revokeCode(request);
    },
    onSuccess: (code) => client.setQueryData(['qr-code', vehicleId], code),
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsked(null),
  });
  if (asked !== null) {
    return (
      <div className={styles.qrLabelAsk} role="alert">
        <p>{t(`qrLabel.${asked}Ask`)}</p>
        <Button kind="primary" disabled={change.isPending} onClick={() => change.mutate(asked)}>
          {t(`qrLabel.${asked}`)}
        </Button>
        <CancelButton onClick={() => setAsked(null)} />
      </div>
    );
  }
  return (
    <div className={styles.qrLabelAsk}>
      <Button onClick={() => (hasCode ? setAsked('renew') : change.mutate('renew'))}>
        {t('qrLabel.renew')}
      </Button>
      {hasCode && <Button onClick={() => setAsked('revoke')}>{t('qrLabel.revoke')}</Button>}
    </div>
  );
}

/** The code of a vehicle: creation date, link, and actions to renew or revoke it. */
export function VehicleCode({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { dates } = useDisplay();
  const read = useQuery({
    queryKey: ['qr-code', vehicleId],
    queryFn: ({ signal }) => api.qrCodes.readCode({ params: { vehicle: vehicleId }, signal }),
  });
  if (read.isError) return <p role="alert">{read.error.message}</p>;
  if (read.data === undefined) return <p role="status">{t('vehicleFile.loading')}</p>;
  const code = read.data.qr_code;
  return (
    <>
      {code === null ? (
        <p>{t('qrLabel.noCode')}</p>
      ) : (
        <>
          <p>{t('qrLabel.since', { time: formatDateTime(Date.parse(code.created_at), dates) })}</p>
          <ul>
            <li>
              <a href={code.documents_url} target="_blank" rel="noopener">
                {t('qrLabel.page.documents')}
              </a>
            </li>
            <li>
              <a href={code.help_url} target="_blank" rel="noopener">
                {t('qrLabel.page.help')}
              </a>
            </li>
          </ul>
        </>
      )}
      {may(current, VEHICLE_FILE_WRITE) && (
        <CodeChanges vehicleId={vehicleId} hasCode={code !== null} />
      )}
    </>
  );
}
