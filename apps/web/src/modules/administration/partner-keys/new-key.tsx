import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shell/dialog.tsx';
import { toast } from '../../../shell/toast.ts';
import '../account/account.css';

/** A key that was just made: it is shown this once. */
export function NewKey({
  value,
  onClose,
}: {
  readonly value: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(t('account.copied')),
      () => toast.error(t('account.notCopied')),
    );
  return (
    <Dialog
      title={t('partnerKeys.newKey')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <button type="button" className="button" onClick={() => void copy()}>
            {t('account.copy')}
          </button>
          <button type="button" className="button primary" onClick={close}>
            {t('partnerKeys.kept')}
          </button>
        </>
      )}
    >
      <p>{t('partnerKeys.once')}</p>
      <code className="account-secret">{value}</code>
    </Dialog>
  );
}
