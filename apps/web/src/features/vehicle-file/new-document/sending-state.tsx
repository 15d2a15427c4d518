import { useTranslation } from 'react-i18next';
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
      <p className="sending-lost" role="alert">
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
    <div className="sending-state">
      <progress max={100} value={share === null ? undefined : percent} aria-label={text} />
      <p role="status">{text}</p>
    </div>
  );
}
