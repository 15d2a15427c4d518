import { cx, look } from '../../ui/look/look.ts';
import styles from './account.module.css';

/** A secret to be copied by hand. */
export function SecretCode({ secret }: { readonly secret: string | undefined }) {
  return (
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
  );
}
