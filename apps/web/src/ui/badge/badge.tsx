import { cx } from '../look/look.ts';
import styles from './badge.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** The state of a record as a word on a coloured ground; grey by default. */
export function Badge({
  tone,
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly children: React.ReactNode;
}) {
  return <span className={cx(styles.badge, tone !== undefined && styles[tone])}>{children}</span>;
}
