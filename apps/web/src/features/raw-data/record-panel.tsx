import { formatMoment } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { CloseButton } from '../../ui/form-actions.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';
import styles from './raw-data.module.css';
import type { RawRecord } from './use-raw-data.ts';

/** A value from the device; nested ones as JSON. */
const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Values, merged with the device-specific attributes. */
function valuesOf({ attributes, ...decoded }: Record<string, unknown>): [string, unknown][] {
  const own = typeof attributes === 'object' && attributes !== null ? attributes : {};
  return [...Object.entries(decoded), ...Object.entries(own)];
}

/** All values of a record. */
export function RecordPanel({
  record,
  onClose,
}: {
  readonly record: RawRecord;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <SidePanel
      title={formatMoment(Date.parse(record.timestamp), dates)}
      onClose={onClose}
      foot={<CloseButton onClick={onClose} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls with the arrow keys */}
      <section aria-label={t('rawData.values')} tabIndex={0}>
        <dl className={cx(stack({ gap: 3, margin: 0 }), styles.rawDataValues)}>
          <dt>{t('rawData.received')}</dt>
          <dd>{record.received_at}</dd>
          <dt>{t('rawData.timestamp')}</dt>
          <dd>{record.timestamp}</dd>
          {record.hex !== '' && (
            <div>
              <dt>{t('rawData.hex')}</dt>
              <dd>
                <code>{record.hex}</code>
              </dd>
            </div>
          )}
          {valuesOf(record.decoded).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{textOf(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </SidePanel>
  );
}
