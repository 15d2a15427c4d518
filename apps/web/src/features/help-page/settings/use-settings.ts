import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './help-page.module.css';
import { draftOf, type SettingsDraft, settingsOf } from './help-page-settings.ts';

/**
 * The help page settings of a customer as a form.
 *
 * @param customer null while a global administrator has selected none
 */
export function useHelpSettings(customer: number | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = [styles.helpSettings, customer];
  const [draft, setDraft] = useState<SettingsDraft | null>(null);
  const query = { customer: customer ?? undefined };
  const read = useQuery({
    queryKey: key,
    enabled: customer !== null,
    queryFn: ({ signal }) => api.helpPage.settings({ query, signal }),
    // Do not overwrite unsaved input.
    refetchOnWindowFocus: false,
  });
  useEffect(() => setDraft(read.data === undefined ? null : draftOf(read.data)), [read.data]);
  const save = useMutation({
    mutationFn: (changed: SettingsDraft) =>
      api.helpPage.changeSettings({ query, body: settingsOf(changed) }),
    onSuccess: (settings) => {
      client.setQueryData(key, settings);
      toast.success(t('toast.updated'), { subject: t('administration.helpPage') });
    },
    onError: (error) => toast.error(error.message),
  });
  const faults = save.error instanceof ApiError ? (save.error.body.errors ?? {}) : {};
  return {
    read,
    draft,
    faults,
    isSaving: save.isPending,
    change: (changed: Partial<SettingsDraft>) =>
      setDraft((before) => (before === null ? null : { ...before, ...changed })),
    save: () => {
      if (draft !== null) save.mutate(draft);
    },
  };
}
