import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../api/client.ts';
import { CopyLine } from '../../../../ui/copy-line/copy-line.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { Select } from '../../../../ui/select/select.tsx';
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

/** Server name and port for the chosen make of devices, to copy. */
export function DevicePorts() {
  const { t } = useTranslation();
  const ports = useDevicePorts();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = ports.find(({ protocol }) => protocol === chosen) ?? ports[0];
  if (shown === undefined) return null;
  const { protocol, port, transports } = shown;
  return (
    <div className={styles.ports}>
      <Field label={t('firstSteps.make')} fault={undefined}>
        {(props) => (
          <Select
            {...props}
            value={protocol}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {ports.map((one) => (
              <option key={one.protocol} value={one.protocol}>
                {t(`firstSteps.family.${one.protocol}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <CopyLine
        label={t('firstSteps.serverAndPort', { transports: transports.join(', ').toUpperCase() })}
        text={
          protocol === 'osmand'
            ? `http://${location.hostname}:${port}`
            : `${location.hostname}:${port}`
        }
      />
    </div>
  );
}
