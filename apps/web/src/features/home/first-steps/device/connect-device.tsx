import { useTranslation } from 'react-i18next';
import type { FirstRecords } from '../use-first-steps.ts';
import { Arrivals } from './arrivals.tsx';
import styles from './connect-device.module.css';
import { DevicePorts } from './device-ports.tsx';

/** What has arrived so far, and where each family of devices connects. */
export default function ConnectDevice({ records }: { readonly records: FirstRecords }) {
  const { t } = useTranslation();
  return (
    <div className={styles.connect} tabIndex={-1}>
      <Arrivals records={records} />
      <p>{t('firstSteps.connectText')}</p>
      <DevicePorts />
      <p>
        <a href="/docs/device-guide.html" target="_blank" rel="noopener">
          {t('firstSteps.guide')}
        </a>
      </p>
    </div>
  );
}
