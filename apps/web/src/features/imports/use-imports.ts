import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import {
  cancelUpload,
  listUploads,
  readUpload,
  saveResult,
  type UploadJob,
} from './imports-call.ts';

const LISTED = 20;
/** Refresh interval while an upload is processed. */
const LOOK_MS = 1000;
const LIST = ['imports', 'list'];

/** Whether an upload is in progress; one that waits for a Monday needs no refresh. */
export const isOpen = ({ finished_at: end, run_at: start }: UploadJob): boolean =>
  end === null && (start === null || Date.parse(start) <= Date.now());

/** The latest uploads, refreshed while one is processed. */
export function useUploads() {
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => listUploads(LISTED, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isOpen) === true ? LOOK_MS : false),
  });
}

/** One upload with its errors; nothing if none is selected. */
export function useUpload(id: number | null) {
  return useQuery({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => readUpload(id ?? 0, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpen(state.data) ? LOOK_MS : false,
  });
}

/** Actions of an upload. */
export function useUploadActions() {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const refresh = () => queries.invalidateQueries({ queryKey: ['imports'] });
  const withErrorToast = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : t('uploads.failedToAsk'));
    }
  };
  return {
    refresh,
    cancel: (id: number) => withErrorToast(cancelUpload(id).then(refresh)),
    save: (id: number, format: 'csv' | 'xlsx', errors: boolean) =>
      withErrorToast(saveResult(id, format, errors)),
  };
}
