import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../toast.ts';
import styles from './copy-line.module.css';

/** A command or a setting with a button that copies it. */
export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const id = useId();
  const copy = async () => {
    try {
      // Absent where the page is not served by https.
      await navigator.clipboard.writeText(text);
      toast.success(t('account.copied'));
    } catch {
      toast.error(t('account.notCopied'));
    }
  };
  return (
    <div className={styles.box}>
      <p id={id}>{label}</p>
      <div className={styles.line}>
        <code>{text}</code>
        <button type="button" className="button" aria-describedby={id} onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          {t('action.copy')}
        </button>
      </div>
    </div>
  );
}
