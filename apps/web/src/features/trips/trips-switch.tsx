import { CheckBox } from '../../ui/field/check-box.tsx';
import { cx, look } from '../../ui/look/look.ts';
import partsStyles from '../trace/parts.module.css';
import styles from './trips.module.css';

/** A checkbox that switches what the screen shows. */
export function TripsSwitch({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <CheckBox
      className={cx(
        look({ flow: 'inlineRow', align: 'center', gap: 2, pointer: true }),
        partsStyles.traceSwitch,
        styles.traceSwitch,
      )}
      label={label}
      isOn={isOn}
      onChange={onChange}
    />
  );
}
