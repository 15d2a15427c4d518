import { formatMoment } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { CloseButton } from '../../ui/form-actions.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { SidePanel } from '../../ui/side-panel/side-panel.tsx';
import styles from './raw-data.module.css';
import type { RawFrame } from './use-raw-data.ts';

/** The bytes of a frame and their decoded values. */
export function FramePanel({
  frame,
  onClose,
}: {
  readonly frame: RawFrame;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <SidePanel
      title={formatMoment(Date.parse(frame.received_at), dates)}
      onClose={onClose}
      foot={<CloseButton onClick={onClose} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys */}
      <section aria-label={t('rawData.values')} tabIndex={0}>
        <dl className={cx(stack({ gap: 3, margin: 0 }), styles.rawDataValues)}>
          <dt>{t('rawData.received')}</dt>
          <dd>{frame.received_at}</dd>
          <dt>{t('rawData.kind')}</dt>
          <dd>{`${frame.protocol} ${frame.kind}`}</dd>
          <dt>{t('rawData.hex')}</dt>
          <dd>
            <code>{frame.hex}</code>
          </dd>
          <dt>{t('rawData.decoded')}</dt>
          <dd>
            <pre>{JSON.stringify(frame.decoded, null, 2)}</pre>
          </dd>
        </dl>
      </section>
    </SidePanel>
  );
}
