import { useTranslation } from 'react-i18next';
import type { Inspection } from './use-record.ts';

/** Notes about faults, with the fault, the author and the answer of each. */
export function NoteList({ notes }: { readonly notes: Inspection['fault_notes'] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {notes.map(({ answer, by, id, note, title }) => (
        <li key={id}>
          <strong>{title}</strong>: {note} ({by})
          {answer !== '' && <div>{t('inspections.noteAnswered', { answer })}</div>}
        </li>
      ))}
    </ul>
  );
}
