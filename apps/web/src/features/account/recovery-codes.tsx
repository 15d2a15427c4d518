import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/download-menu/save-report.ts';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './account.module.css';

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const file = () => new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' });
  return (
    <Dialog
      title={t('account.recoveryCodes')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <Button onClick={() => saveFile(file(), 'roadworthy-recovery-codes.txt')}>
            {t('account.saveCodes')}
          </Button>
          <Button kind="primary" onClick={close}>
            {t('account.codesKept')}
          </Button>
        </>
      )}
    >
      <p>{t('account.recoveryText')}</p>
      <ul className={cx(stack({ gap: 2, margin: 0, padding: 0, list: true }), styles.accountCodes)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
