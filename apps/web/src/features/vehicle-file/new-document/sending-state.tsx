import { useTranslation } from 'react-i18next';
import { cx, look, stack } from '../../../ui/look/look.ts';
import styles from './new-document.module.css';
import type { Sending } from './use-new-document.ts';

/** Upload progress, or a message that the connection was lost. */
export function SendingState({
  sending,
  hasFile,
}: {
  readonly sending: Sending;
  readonly hasFile: boolean;
}) {
  const { t } = useTranslation();
  if (sending.kind === 'idle') return null;
  if (sending.kind === 'lost') {
    return (
      <p
        className={cx(
          look({ paddingY: 3, paddingX: 4, ground: 'warn', radius: 'medium' }),
          styles.sendingLost,
        )}
        role="alert"
      >
        {t('vehicleFile.connectionLost')}
      </p>
    );
  }
  const { share } = sending;
  const percent = Math.round((share ?? 0) * 100);
  const text =
    share === null
      ? t('vehicleFile.waitingForConnection')
      : share >= 1 || !hasFile
        ? t('vehicleFile.saving')
        : t('vehicleFile.sendingShare', { percent: String(percent) });
  return (
    <div className={cx(stack({ gap: 1 }), styles.sendingState)}>
      <progress max={100} value={share === null ? undefined : percent} aria-label={text} />
      <p role="status">{text}</p>
    </div>
  );
}
