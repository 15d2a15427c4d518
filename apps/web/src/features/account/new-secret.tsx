import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { SecretCode } from './secret-code.tsx';

/** A new token or key, which is shown only once. */
export function NewSecret({
  secret,
  title,
  text,
  kept,
  onClose,
}: {
  readonly secret: string;
  readonly title: string;
  readonly text: string;
  /** Label of the close button. */
  readonly kept: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(t('account.copied')),
      () => toast.error(t('account.notCopied')),
    );
  return (
    <Dialog
      title={title}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <Button onClick={() => void copy()}>{t('account.copy')}</Button>
          <Button kind="primary" onClick={close}>
            {kept}
          </Button>
        </>
      )}
    >
      <p>{text}</p>
      <SecretCode secret={secret} />
    </Dialog>
  );
}
