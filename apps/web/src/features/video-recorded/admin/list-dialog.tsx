import { Dialog } from '../../../ui/dialog.tsx';
import { CloseButton } from '../../../ui/form-actions.tsx';
import { cx, look, row } from '../../../ui/look/look.ts';
import styles from './admin.module.css';

/**
 * A dialog with a list.
 *
 * @param bar filters and actions above the table
 * @param pager below the table
 */
export function ListDialog({
  title,
  bar,
  pager,
  onClose,
  children,
}: {
  readonly title: string;
  readonly bar: React.ReactNode;
  readonly pager: React.ReactNode;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isRoomy
      onClose={onClose}
      actions={(close) => <CloseButton onClick={close} />}
    >
      <div className={styles.adminWide}>
        <div
          className={cx(
            row({ wrap: true, align: 'end', gap: 2, marginBottom: 3 }),
            styles.adminBar,
          )}
        >
          {bar}
        </div>
        <div
          className={cx(
            look({ border: 'line', radius: 'medium', overflow: 'hidden' }),
            styles.adminList,
          )}
        >
          {children}
        </div>
        {pager}
      </div>
    </Dialog>
  );
}
