import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import type { MapShape } from '../geofence-layers.ts';
import type { Shape } from '../geofences-shape.ts';
import { GEOFENCES, useCategories, useGroups } from '../use-geofences.ts';
import { type Candidate, readGeofences, UnreadableFile } from './read-file.ts';

/** Errors from the server by the key of the candidate. */
type ServerFaults = ReadonlyMap<number, readonly string[]>;

/** The index of the geofence in an error path such as "geofences.3.name". */
function serverFaults(
  errors: Readonly<Record<string, readonly string[]>>,
  sent: readonly Candidate[],
): ServerFaults {
  const faults = new Map<number, string[]>();
  for (const [field, texts] of Object.entries(errors)) {
    const candidate = sent[Number(field.split('.')[1])];
    if (candidate === undefined) continue;
    faults.set(candidate.key, [...(faults.get(candidate.key) ?? []), ...texts]);
  }
  return faults;
}

function toMapShape({ key, body }: Candidate): MapShape {
  return { id: -1 - key, name: body.name, colour: body.colour, shape: body };
}

export interface ImportProps {
  readonly onPreview: (shapes: readonly MapShape[]) => void;
  readonly onFocus: (shapes: readonly Shape[]) => void;
  readonly onClose: () => void;
}

/** The geofences of a file, of which the person imports some. */
export function useImport({ onPreview, onFocus, onClose }: ImportProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const groups = useGroups();
  const categories = useCategories();
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ServerFaults>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const taken = candidates.filter(({ key, faults }) => faults.length === 0 && !left.has(key));

  useEffect(() => {
    onPreview(candidates.filter(({ faults }) => faults.length === 0).map(toMapShape));
    return () => onPreview([]);
  }, [candidates, onPreview]);

  const read = async (file: File) => {
    setFault(null);
    setRefused(new Map());
    setLeft(new Set());
    try {
      const found = await readGeofences(file, {
        groups: new Map(groups.data?.map(({ id: group, GroupName }) => [GroupName, group])),
        categories: new Map(categories.data?.map(({ id: category, name }) => [name, category])),
      });
      setCandidates(found);
      onFocus(found.filter(({ faults }) => faults.length === 0).map(({ body }) => body));
    } catch (error) {
      setCandidates([]);
      setFault(t(error instanceof UnreadableFile ? error.message : 'geofence.import.unreadable'));
    }
  };
  const rename = (key: number, name: string) =>
    setCandidates((before) =>
      before.map((one) => (one.key === key ? { ...one, body: { ...one.body, name } } : one)),
    );
  const toggle = (key: number) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  const take = async () => {
    setIsBusy(true);
    setRefused(new Map());
    try {
      const body = { geofences: taken.map((one) => one.body) };
      const { created } = await api.geofences.importMany({ body });
      toast.success(t('geofence.imported', { count: created }));
      await queries.invalidateQueries({ queryKey: [GEOFENCES] });
      onClose();
    } catch (error) {
      const errors = error instanceof ApiError ? error.body.errors : undefined;
      if (errors !== undefined) setRefused(serverFaults(errors, taken));
      setFault((error as Error).message);
      setIsBusy(false);
    }
  };
  return {
    candidates,
    /** The candidates to import. */
    taken,
    /** Errors from the server by the key of the candidate. */
    refused,
    fault,
    isReady: !groups.isPending && !categories.isPending,
    isBusy,
    read,
    rename,
    toggle,
    take,
  };
}
