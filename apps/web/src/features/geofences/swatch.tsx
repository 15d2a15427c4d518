import { cx, look } from '../../ui/look/look.ts';
import styles from './geofence.module.css';

/** The colour of a geofence or of its category. */
export function Swatch({ colour }: { readonly colour: string }) {
  return (
    <span
      className={cx(
        look({ flow: 'inlineBlock', rigid: true, border: 'strong', radius: 'small' }),
        styles.swatch,
      )}
      style={{ background: colour }}
      aria-hidden="true"
    />
  );
}
