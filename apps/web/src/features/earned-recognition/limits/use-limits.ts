import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../../api/client.ts';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { toast } from '../../../ui/toast.ts';
import {
  bodyOf,
  draftName,
  draftOf,
  type LimitsDraft,
  notNumbers,
} from './earned-recognition-limits.ts';

/**
 * The thresholds of a customer as a form.
 *
 * @param customer null for the defaults of the installation
 */
export function useLimits(customer: number | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = ['record-limits', customer];
  const query = customer === null ? {} : { customer };
  const [draft, setDraft] = useState<LimitsDraft | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.earnedRecognitionLimits.read({ query, signal }),
    // Do not overwrite unsaved input.
    refetchOnWindowFocus: false,
  });
  useEffect(() => setDraft(read.data === undefined ? null : draftOf(read.data)), [read.data]);
  const save = useMutation({
    mutationFn: ({ changed, version }: { changed: LimitsDraft; version: number }) =>
      api.earnedRecognitionLimits.change({ query, body: bodyOf(changed, version) }),
    onSuccess: (limits) => {
      setFaults({});
      client.setQueryData(key, limits);
      void client.invalidateQueries({ queryKey: ['record_limits'] });
      toast.success(t('toast.updated'), { subject: t('administration.recordLimits') });
    },
    onError: (error) => {
      const errors = error instanceof ApiError ? error.body.errors : undefined;
      if (errors === undefined) return toast.error(error.message);
      setFaults(
        Object.fromEntries(
          Object.entries(errors).map(([field, texts]) => [draftName(field), texts]),
        ),
      );
      showFirstFault();
    },
  });
  return {
    read,
    draft,
    faults,
    isSaving: save.isPending,
    change: (name: string, text: string) =>
      setDraft((before) => (before === null ? null : { ...before, [name]: text })),
    save: () => {
      if (draft === null || read.data === undefined) return;
      const wrong = notNumbers(draft);
      if (wrong.length > 0) {
        setFaults(Object.fromEntries(wrong.map((name) => [name, [t('recordLimits.number')]])));
        showFirstFault();
        return;
      }
      save.mutate({ changed: draft, version: read.data.version });
    },
  };
}
