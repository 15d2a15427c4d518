import { cx, stack } from '../../ui/look/look.ts';
import styles from '../../ui/record/record.module.css';

/** The list of the entries of a trail. */
export function TrailList({ children }: { readonly children: React.ReactNode }) {
  return (
    <ol
      className={cx(
        stack({ gap: 3, width: 'full', margin: 0, padding: 0, list: true }),
        styles.recordTrail,
      )}
    >
      {children}
    </ol>
  );
}
