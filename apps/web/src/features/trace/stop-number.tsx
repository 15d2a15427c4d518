import { cx, stack } from '../../ui/look/look.ts';
import styles from './parts.module.css';

/** The number of a stop, as on the map. */
export function StopNumber({ number }: { readonly number: number }) {
  return (
    <span
      className={cx(
        stack({
          rigid: true,
          align: 'center',
          items: 'center',
          paddingY: 0,
          paddingX: 1,
          size: 'small',
          weight: 'bold',
          numeric: true,
          radius: 'small',
        }),
        styles.stopNumber,
      )}
    >
      {number}
    </span>
  );
}
