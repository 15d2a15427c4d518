import { useEffect, useRef } from 'react';

/**
 * The checkbox above a list of items that can be chosen (requirements P-186 to P-188): checked once one
 * is, mixed while not all are. Toggling sets every item to the same value: a mixed one is unchecked by
 * it, as its check mark says.
 *
 * @param label its name for screen readers, where no visible text stands beside it
 * @param count how many items there are
 * @param chosen how many of them are chosen
 * @param onChange told the value that every item takes
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
