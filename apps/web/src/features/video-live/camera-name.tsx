import { cx, look } from '../../ui/look/look.ts';
import styles from './pictures.module.css';

/** The name of a camera over its video. */
export function CameraName({ name }: { readonly name: string }) {
  return (
    <span
      className={cx(
        look({
          paddingY: 'half',
          paddingX: 2,
          overflow: 'hidden',
          size: 'small',
          weight: 'strong',
          nowrap: true,
          ellipsis: true,
          radius: 'small',
        }),
        styles.cameraName,
      )}
    >
      {name}
    </span>
  );
}
