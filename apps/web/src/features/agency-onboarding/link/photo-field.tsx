import type { PhotoSide } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { pathOf } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FileButton } from '../../../ui/file-button/file-button.tsx';
import { look, row, stack } from '../../../ui/look/look.ts';
import { smallerPhoto } from '../../../ui/photo-picker/smaller-photo.ts';
import { sendForm } from '../../../ui/send-form.ts';
import { linkToken, useSending } from '../../../ui/use-link.ts';
import { useUnloadGuard } from '../../../ui/use-unload-guard.ts';
import type { LinkedDocument, LinkedOnboarding, PartProps } from './use-linked-onboarding.ts';

const ACCEPTED = 'image/*,application/pdf';

/**
 * The photograph of one side of a document. It is sent at once; without a network it is kept on the page and sent when
 * the network is back.
 */
export function PhotoField({
  document: { kind, ...document },
  side,
  onSent,
}: Pick<PartProps, 'onSent'> & {
  readonly document: LinkedDocument;
  readonly side: PhotoSide;
}) {
  const { t } = useTranslation();
  const { isBusy, faults, failure, send } = useSending(onSent);
  const [waiting, setWaiting] = useState<File | null>(null);
  useUnloadGuard(waiting !== null);
  const upload = async (file: File) => {
    setWaiting(file);
    const isSent = await send(() =>
      sendForm<LinkedOnboarding>(
        pathOf('agencyOnboardingLinks', 'photo'),
        { token: linkToken(), kind, side, document: file },
        { params: {} },
      ),
    );
    if (isSent) setWaiting(null);
  };
  const choose = ([file]: readonly File[]) => {
    if (file !== undefined) void smallerPhoto(file).then(upload);
  };
  useEffect(() => {
    if (waiting === null || failure === null) return;
    const again = () => void upload(waiting);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  });
  const address = document[side];
  const name = t(`onboardingLink.side.${side}`);
  const fault = faults.document?.join(' ') ?? failure;
  return (
    <div className={stack({ gap: 2 })}>
      <strong>{name}</strong>
      <div className={row({ wrap: true, gap: 3, align: 'center' })}>
        {address === null ? (
          <span className={look({ tone: 'quiet' })}>{t('onboardingLink.noPhoto')}</span>
        ) : (
          <a href={served(address)} target="_blank" rel="noreferrer">
            {t('onboardingLink.openPhoto', { side: name })}
          </a>
        )}
        <FileButton
          label={t(address === null ? 'onboardingLink.takePhoto' : 'onboardingLink.retakePhoto', {
            side: name,
          })}
          accept="image/*"
          capture="environment"
          isDisabled={isBusy}
          onFiles={choose}
        />
        {/* Devices without a camera show only this one. */}
        <FileButton
          label={t('onboardingLink.chooseFile', { side: name })}
          accept={ACCEPTED}
          isDisabled={isBusy}
          onFiles={choose}
        />
        {waiting !== null && failure !== null && (
          <Button disabled={isBusy} onClick={() => void upload(waiting)}>
            {t('action.retry')}
          </Button>
        )}
      </div>
      {isBusy && <p role="status">{t('onboardingLink.sending')}</p>}
      {fault !== null && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
