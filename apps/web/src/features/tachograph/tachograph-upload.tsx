import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../ui/file-button/file-button.tsx';
import { useFileDrop } from '../../ui/file-button/use-file-drop.ts';
import styles from './tachograph.module.css';
import { type ArchivedFile, sendTachographFile, TACHOGRAPH_KEY } from './tachograph.ts';

/** Names of downloaded files; the server decides by the content. */
const ACCEPT = '.ddd,.c1b,.v1b,.tgd,.esm,.zip,.DDD,.C1B,.V1B,.TGD,.ESM,.ZIP';

interface Outcome {
  readonly key: string;
  readonly name: string;
  readonly state: 'sending' | 'stored' | 'repeated' | 'failed';
  readonly text: string | null;
}

const without = (all: readonly Outcome[], key: string) => all.filter((one) => one.key !== key);

/** The result of each file of an archive, under the name of the archive. */
const outcomesOf = (key: string, archiveName: string, files: readonly ArchivedFile[]): Outcome[] =>
  files.map(({ name, reason, state }, i) => ({
    key: `${key} ${i}`,
    name: name === archiveName ? name : `${archiveName} › ${name}`,
    state: state === 'rejected' ? 'failed' : state,
    text: reason,
  }));

/** Sends files one after another and keeps the result of each. */
function useUploads() {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const set = (one: Outcome) => setOutcomes((all) => [one, ...without(all, one.key)]);
  const send = async (files: readonly File[]) => {
    for (const [i, file] of files.entries()) {
      const { name } = file;
      const key = `${Date.now()} ${i} ${name}`;
      set({ key, name, state: 'sending', text: null });
      try {
        const { archive, is_repeated } = await sendTachographFile(file, null);
        if (archive === null) {
          set({ key, name, state: is_repeated ? 'repeated' : 'stored', text: null });
        } else setOutcomes((all) => [...outcomesOf(key, name, archive), ...without(all, key)]);
      } catch (error) {
        set({ key, name, state: 'failed', text: (error as Error).message });
      }
    }
    await queries.invalidateQueries({ queryKey: [TACHOGRAPH_KEY] });
  };
  return { outcomes, send };
}

/** Selects or drops many files and shows the result of each. */
export function TachographUpload() {
  const { t } = useTranslation();
  const { outcomes, send } = useUploads();
  const isBusy = outcomes.some(({ state }) => state === 'sending');
  const take = (files: readonly File[]) => {
    if (!isBusy) void send(files);
  };
  const { isOver, handlers } = useFileDrop(take);
  return (
    <div className={styles.upload}>
      <fieldset className={isOver ? `${styles.drop} ${styles.over}` : styles.drop} {...handlers}>
        <legend className="visually-hidden">{t('tachograph.upload')}</legend>
        <FileButton
          label={t('tachograph.choose')}
          accept={ACCEPT}
          isMultiple
          isDisabled={isBusy}
          onFiles={take}
        />
        <p>{t('tachograph.drop')}</p>
      </fieldset>
      {outcomes.length > 0 && (
        <ul className={styles.outcomes} aria-live="polite">
          {outcomes.map(({ key, name, state, text }) => (
            <li key={key}>
              <strong>{name}</strong>{' '}
              <span className={state === 'failed' ? 'field-fault' : undefined}>
                {text ?? t(`tachograph.outcome.${state}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
