import { useEffect, useRef } from 'react';

/**
 * The checkbox above a list of selectable items (requirements P-186 to P-188): checked if any item is,
 * mixed if not all are. Toggling sets every item to the same value; toggling a mixed one unchecks all.
 *
 * @param label name for screen readers, if there is no visible text
 * @param count number of items
 * @param chosen number of selected items
 * @param onChange called with the new value of every item
 */
export function SelectAll({
  label,
  count,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly count: number;
  readonly chosen: number;
  readonly onChange: (isChosen: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = chosen > 0 && chosen < count;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isMixed;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={chosen > 0}
      disabled={count === 0}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
