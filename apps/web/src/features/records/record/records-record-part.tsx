import { cx, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
/** A part of a record with its heading. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={cx(stack({ gap: 2, items: 'start' }), styles.recordPart)}>
      <h4>{title}</h4>
      {children}
    </div>
  );
}
