import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { cx, look } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import styles from './account.module.css';

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
      <code
        className={cx(
          look({
            flow: 'block',
            padding: 3,
            ground: 'ground',
            border: 'line',
            radius: 'medium',
            breaks: true,
          }),
          styles.accountSecret,
        )}
      >
        {secret}
      </code>
    </Dialog>
  );
}
