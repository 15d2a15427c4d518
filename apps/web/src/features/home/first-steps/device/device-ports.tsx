import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { CopyLine } from '../../../../ui/copy-line/copy-line.tsx';
import styles from './connect-device.module.css';

/** The ports of this server by protocol. */
export function useDevicePorts() {
  const { data = [] } = useQuery({
    queryKey: ['device-ports'],
    queryFn: ({ signal }) => api.trackers.devicePorts({ signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Server name and port for each family of devices, to copy. */
export function DevicePorts() {
  const { t } = useTranslation();
  return (
    <div className={styles.ports}>
      {useDevicePorts().map(({ protocol, port, transports }) => (
        <CopyLine
          key={protocol}
          label={`${t(`firstSteps.family.${protocol}`)} (${transports.join(', ').toUpperCase()})`}
          text={
            protocol === 'osmand'
              ? `http://${location.hostname}:${port}`
              : `${location.hostname}:${port}`
          }
        />
      ))}
    </div>
  );
}
