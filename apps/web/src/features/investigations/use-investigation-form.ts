import type { AnswerError } from '@roadworthy/domain';
import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { showFirstFault } from '../../ui/first-fault.ts';
import { toast } from '../../ui/toast.ts';
import { ACTIVITIES_KEY } from '../../ui/vehicle-file/activities.ts';
import { FILE_LIMIT_BYTES } from '../../ui/vehicle-file/file-rules.ts';
import {
  answerOf,
  type Draft,
  type DraftAnswer,
  draftOf,
  faultsOf,
  type Investigation,
  isComplete,
  updateOf,
} from './investigations-form.ts';
import { investigationKey } from './investigations-keys.ts';

const FAULT_TEXTS: Readonly<Record<AnswerError, string>> = {
  required: 'investigation.answerRequired',
  tooLong: 'investigation.tooLong',
  notOffered: 'investigation.notOffered',
  notADay: 'vehicleFile.validFormat',
};

/** Server errors by question: by question id, or by the index of the answer sent. */
function refusedFields(
  error: unknown,
  sent: readonly { readonly id?: number | undefined; readonly question_id?: number | undefined }[],
  { answers }: Investigation,
): Readonly<Record<number, readonly string[]>> {
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  const found: Record<number, readonly string[]> = {};
  for (const [field, texts] of Object.entries(errors)) {
    const [kind, place] = field.split('.');
    const entry = kind === 'answers' ? sent[Number(place)] : undefined;
    const kept = answers.find(({ id }) => id === entry?.id);
    const question =
      kind === 'questions' ? Number(place) : (entry?.question_id ?? kept?.question.id);
    if (question !== undefined) found[question] = texts;
  }
  return found;
}

/**
 * The form of an investigation: draft, errors and saving (requirements I-26
 * to I-33, I-49, I-52, I-53, OP-005). Input stays until it is saved.
 */
export function useInvestigationForm(investigation: Investigation) {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const [first, setFirst] = useState(() => draftOf(investigation));
  const [draft, setDraft] = useState<Draft>(first);
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<number, readonly string[]>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const { questions } = investigation.template;
  const faults = useMemo(() => faultsOf(questions, draft), [questions, draft]);
  const isDone = isComplete(investigation);
  const key = investigationKey(investigation.activity_id, investigation.id);

  const renew = (fresh: Investigation) => {
    const next = draftOf(fresh);
    setFirst(next);
    setDraft(next);
    setTouched(new Set());
    setRefused({});
    setConflict(null);
  };

  const isTooLarge = questions.some(
    ({ id }) => (answerOf(draft, id).file?.size ?? 0) >= FILE_LIMIT_BYTES,
  );

  const save = async () => {
    if (isSaving) return;
    if (Object.keys(faults).length > 0 || isTooLarge) {
      setTouched(new Set(questions.map(({ id }) => id)));
      toast.error(t('investigation.fillIn'));
      showFirstFault();
      return;
    }
    setIsSaving(true);
    const { id: investigationId, activity_id: id } = investigation;
    const body = await updateOf(investigation, draft);
    try {
      const saved = await api.investigations.update({
        params: { id, investigationId },
        body,
        quiet: true,
      });
      // Requirement I-33: reload the current version.
      client.setQueryData(key, saved);
      renew(saved);
      toast.success(t('investigation.updated'));
      await client.invalidateQueries({ queryKey: [ACTIVITIES_KEY] });
    } catch (error) {
      toast.error(t('investigation.failed'));
      setRefused(refusedFields(error, body.answers, investigation));
      showFirstFault();
      if (error instanceof ApiError && error.status === 409) setConflict(error.message);
    }
    setIsSaving(false);
  };

  return {
    investigation,
    draft,
    isDone,
    isSaving,
    isDisabled: isDone || isSaving || !may(current, VEHICLE_FILE_WRITE),
    mayWrite: may(current, VEHICLE_FILE_WRITE),
    isChanged: draft !== first,
    /** The version that somebody else saved meanwhile; null for none. */
    conflict,
    faultTexts: (id: number): readonly string[] | undefined => {
      const fault = touched.has(id) ? faults[id] : undefined;
      return refused[id] ?? (fault === undefined ? undefined : [t(FAULT_TEXTS[fault])]);
    },
    change: (id: number, changes: Partial<DraftAnswer>) => {
      setDraft((before) => ({
        ...before,
        answers: { ...before.answers, [id]: { ...answerOf(before, id), ...changes } },
      }));
      setRefused(({ [id]: _, ...others }) => others);
    },
    touch: (id: number) => setTouched((before) => new Set(before).add(id)),
    sign: (signature: string) => setDraft((before) => ({ ...before, signature })),
    save: () => void save(),
    /** Loads the saved version and discards the input. */
    reload: async () => {
      const { id: investigationId, activity_id: id } = investigation;
      const fresh = await client.fetchQuery({
        queryKey: key,
        staleTime: 0,
        queryFn: ({ signal }) =>
          api.investigations.read({ params: { id, investigationId }, signal }),
      });
      renew(fresh);
    },
  };
}

export type InvestigationForm = ReturnType<typeof useInvestigationForm>;
