import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoaderCircle, RadioTower } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { CopyLine } from '../../../ui/copy-line/copy-line.tsx';
import styles from './connect-device.module.css';

const REFRESH_MS = 5000;
const MOST_DEVICES = 3;

/** What arrives: nothing yet, devices that are not registered, or nothing from a registered one. */
function Arrivals({ hasTracker }: { readonly hasTracker: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['first-steps', 'unknown-devices'],
    queryFn: ({ signal }) =>
      api.trackers.unknownDevices({ query: { pageSize: 25 }, signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const devices = data?.results.slice(0, MOST_DEVICES) ?? [];
  return (
    <div role="status" className={styles.arrivals}>
      {devices.length === 0 ? (
        <p className={styles.line}>
          <LoaderCircle className={styles.turning} size={20} aria-hidden="true" />
          {t(hasTracker ? 'firstSteps.waitingPosition' : 'firstSteps.waitingDevice')}
        </p>
      ) : (
        devices.map(({ identifier, protocol }) => (
          <p key={`${protocol} ${identifier}`} className={styles.line}>
            <RadioTower size={20} aria-hidden="true" />
            {t('firstSteps.found', { identifier, protocol: t(`protocol.${protocol}`) })}
            <Link to="/administration/trackers">{t('firstSteps.adopt')}</Link>
          </p>
        ))
      )}
    </div>
  );
}

/** Server name and port for each family of devices, and what has arrived so far. */
export default function ConnectDevice({ hasTracker }: { readonly hasTracker: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['device-ports'],
    queryFn: ({ signal }) => api.trackers.devicePorts({ signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details className={styles.connect} open>
      <summary>{t('firstSteps.connect')}</summary>
      <p>{t('firstSteps.connectText')}</p>
      <div className={styles.ports}>
        {data?.map(({ protocol, port, transports }) => (
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
      <Arrivals hasTracker={hasTracker} />
      <p>
        <a href="/docs/device-guide.html" target="_blank" rel="noopener">
          {t('firstSteps.guide')}
        </a>
      </p>
    </details>
  );
}
