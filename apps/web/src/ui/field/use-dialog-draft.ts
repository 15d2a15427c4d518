import { useState } from 'react';
import type { Faults } from './form-dialog.tsx';

/** The values and the errors of the fields of a `FormDialog`. */
export function useDialogDraft<Draft>(first: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  return { form: { draft, faults, change }, setFaults };
}
