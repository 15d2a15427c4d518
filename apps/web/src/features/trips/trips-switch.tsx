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
    <label
      className={cx(
        look({ flow: 'inlineRow', align: 'center', gap: 2, pointer: true }),
        partsStyles.traceSwitch,
        styles.traceSwitch,
      )}
    >
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
