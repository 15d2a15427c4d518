import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormActions } from '../../../ui/form-actions.tsx';
import { cx, stack } from '../../../ui/look/look.ts';
import styles from '../geofence-form.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { type ImportProps, useImport } from './use-import.ts';

/** Imports geofences from a file after a preview (M-17). */
export function ImportPanel(props: ImportProps) {
  const { t } = useTranslation();
  const id = useId();
  const { onClose, onFocus } = props;
  const { candidates, taken, refused, fault, isReady, isBusy, read, rename, toggle, take } =
    useImport(props);
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
            disabled={!isReady}
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
