/** A change of a record: the action, the person and time, a note, and the changed values. */
export function TrailEntry({
  action,
  by,
  quietClass,
  note,
  changes,
}: {
  readonly action: string;
  readonly by: string;
  /** Class of quiet text on this screen. */
  readonly quietClass: string | undefined;
  readonly note: string;
  readonly changes: readonly { readonly field: string; readonly text: string }[];
}) {
  return (
    <li>
      <strong>{action}</strong>
      <span className={quietClass}>{by}</span>
      {note !== '' && <span>{note}</span>}
      {changes.map(({ field, text }) => (
        <span key={field}>{text}</span>
      ))}
    </li>
  );
}
