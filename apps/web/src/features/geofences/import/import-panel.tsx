import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../../api/client.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import { toast } from '../../../ui/toast.ts';
import styles from '../geofence-form.module.css';
import type { MapShape } from '../geofence-layers.ts';
import type { Shape } from '../geofences-shape.ts';
import { GEOFENCES, useCategories, useGroups } from '../use-geofences.ts';
import { CandidateRow } from './candidate-row.tsx';
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

/** Imports geofences from a file after a preview (M-17). */
export function ImportPanel({
  onPreview,
  onFocus,
  onClose,
}: {
  readonly onPreview: (shapes: readonly MapShape[]) => void;
  readonly onFocus: (shapes: readonly Shape[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
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

  return (
    <section
      className={cx(stack({ grow: true, minHeight: 0 }), styles.geofenceForm)}
      aria-label={t('geofence.import')}
    >
      <div
        className={stack({ content: 'start', gap: 3, minHeight: 0, padding: 4, overflowY: 'auto' })}
      >
        <h2>{t('geofence.import')}</h2>
        <div className="form-field">
          <label htmlFor={id}>{t('geofence.file')}</label>
          <input
            id={id}
            type="file"
            accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
            aria-describedby={`${id}-fault`}
            disabled={groups.isPending || categories.isPending}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void read(file);
            }}
          />
          <p className="field-hint">{t('geofence.fileHint')}</p>
          <p id={`${id}-fault`} className="field-fault" role="alert">
            {fault}
          </p>
        </div>
        {candidates.length > 0 && (
          <>
            <p role="status">
              {t('geofence.found', { taken: taken.length, count: candidates.length })}
            </p>
            <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
              {candidates.map((candidate) => (
                <CandidateRow
                  key={candidate.key}
                  candidate={candidate}
                  refused={refused.get(candidate.key) ?? []}
                  isTaken={taken.includes(candidate)}
                  onToggle={() => toggle(candidate.key)}
                  onRename={(name) => rename(candidate.key, name)}
                  onShow={() => onFocus([candidate.body])}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <footer
        className={stack({ columns: 'two', gap: 2, paddingY: 3, paddingX: 4, borderTop: true })}
      >
        <FormActions
          action={t('geofence.take', { count: taken.length })}
          isDisabled={isBusy || taken.length === 0}
          onAction={() => void take()}
          onCancel={onClose}
        />
      </footer>
    </section>
  );
}
