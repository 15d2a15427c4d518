import { formatDateTime } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import history from '../../ui/dialog-history.module.css';
import { useDisplay } from '../../ui/display.ts';
import { cx } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import styles from './device-commands.module.css';
import { commandText, type DeviceCommand, stateText } from './device-commands.ts';

const SHOWN = 10;
/** A device answers within seconds, so the state is polled while the dialog is open. */
const REFRESH_MS = 3000;

const TONES: Readonly<Record<DeviceCommand['state'], string>> = {
  waiting: '',
  sent: '',
  confirmed: 'good',
  failed: 'bad',
  expired: 'bad',
  cancelled: '',
};

/** The state of a command as a badge. */
export function CommandState({ command }: { readonly command: DeviceCommand }) {
  const { t } = useTranslation();
  return <span className={`badge ${TONES[command.state]}`}>{stateText(command, t)}</span>;
}

/** Cancels a command that waits, and reloads the lists. */
function useCancel() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.deviceCommands.cancel({ params: { id } }),
    onSuccess: () => toast.success(t('deviceCommands.cancelled')),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['device-commands'] }),
  });
}

/** The last commands to a vehicle, with their states and answers. */
export function SentCommands({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const cancel = useCancel();
  const { data, isError, refetch } = useQuery({
    queryKey: ['device-commands', vehicleId],
    queryFn: ({ signal }) =>
      api.deviceCommands.list({
        query: { vehicle: vehicleId, pageSize: SHOWN },
        signal,
        quiet: true,
      }),
    refetchInterval: REFRESH_MS,
  });
  if (isError) {
    return (
      <p role="alert">
        {t('deviceCommands.listFailed')}{' '}
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </p>
    );
  }
  if (data === undefined || data.results.length === 0) return null;
  return (
    <section className={cx(history.history, styles.sent)} aria-label={t('deviceCommands.last')}>
      <h3>{t('deviceCommands.last')}</h3>
      <ul>
        {data.results.map((one) => (
          <li key={one.id}>
            <p className={styles.line}>
              <strong>{commandText(one.instruction, t)}</strong>
              <CommandState command={one} />
            </p>
            {one.answer !== null && <p className={styles.answer}>{one.answer}</p>}
            <p className={styles.facts}>
              <span>
                {one.created_by}, {formatDateTime(Date.parse(one.created_at), dates)}
              </span>
              {one.state === 'waiting' && (
                <Button disabled={cancel.isPending} onClick={() => cancel.mutate(one.id)}>
                  {t('deviceCommands.cancel')}
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
