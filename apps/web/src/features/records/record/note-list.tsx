import type { Inspection } from './use-record.ts';

/** Notes about faults, with the fault and the author of each. */
export function NoteList({ notes }: { readonly notes: Inspection['fault_notes'] }) {
  return (
    <ul>
      {notes.map(({ by, id, note, title }) => (
        <li key={id}>
          <strong>{title}</strong>: {note} ({by})
        </li>
      ))}
    </ul>
  );
}
