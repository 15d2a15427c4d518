import { formatDateTime } from '@roadworthy/domain';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { Fact } from '../../ui/facts.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import styles from './clip-notes.module.css';
import type { Clip } from './clip-state.ts';
import { ClipOrigin } from './clips-table.tsx';
import { useClipActions, useMayWrite } from './use-clip-actions.ts';

const MOST_TAGS = 20;
const TAG_LENGTH = 40;

/** Tags in a text: separated by commas, without duplicates. */
export function tagsOf(text: string): string[] {
  const tags = text.split(',').map((one) => one.trim().slice(0, TAG_LENGTH));
  return [...new Set(tags.filter((one) => one !== ''))].slice(0, MOST_TAGS);
}

/** The reason for watching: a separate entry of the viewing log. */
function WatchReason({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const id = useId();
  const { isBusy, sayWhy } = useClipActions(clip);
  const [reason, setReason] = useState('');
  return (
    <form
      className={cx(row({ align: 'end', gap: 2 }), styles.clipWhy)}
      onSubmit={(event) => {
        event.preventDefault();
        void sayWhy(reason.trim()).then((isDone) => isDone && setReason(''));
      }}
    >
      <div className="form-field">
        <label htmlFor={id}>{t('historic.why')}</label>
        <input
          id={id}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" disabled={isBusy || reason.trim() === ''}>
        {t('historic.whyKeep')}
      </Button>
    </form>
  );
}

/** Notes and tags of a clip, its requester and expiry. */
export function ClipNotes({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const ids = { notes: useId(), tags: useId() };
  const mayWrite = useMayWrite();
  const actions = useClipActions(clip);
  const [notes, setNotes] = useState(clip.notes);
  const [tags, setTags] = useState(clip.tags.join(', '));
  const isChanged = notes.trim() !== clip.notes || tagsOf(tags).join() !== clip.tags.join();
  const time = (text: string) => formatDateTime(Date.parse(text), dates);
  return (
    <div className={cx(stack({ gap: 6, paddingY: 3, paddingX: 4 }), styles.clipNotes)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void actions.change({ notes: notes.trim(), tags: tagsOf(tags) });
        }}
      >
        <div className="form-field">
          <label htmlFor={ids.notes}>{t('historic.notes')}</label>
          <textarea
            id={ids.notes}
            rows={3}
            maxLength={2000}
            readOnly={!mayWrite}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
        </div>
        <div className="form-field">
          <label htmlFor={ids.tags}>{t('historic.tags')}</label>
          <input
            id={ids.tags}
            readOnly={!mayWrite}
            value={tags}
            onChange={(event) => setTags(event.currentTarget.value)}
          />
        </div>
        {mayWrite && (
          <Button type="submit" kind="primary" disabled={!isChanged || actions.isBusy}>
            {t('action.save')}
          </Button>
        )}
      </form>
      <div className={cx(stack({ content: 'start', gap: 3 }), styles.clipFacts)}>
        <dl>
          <Fact label={t('historic.askedBy')}>
            <ClipOrigin clip={clip} />
          </Fact>
          {clip.requested_by !== '' && (
            <Fact label={t('historic.requestedBy')}>{clip.requested_by}</Fact>
          )}
          <Fact label={t('historic.requestedAt')}>{time(clip.created_at)}</Fact>
          {clip.reason !== '' && <Fact label={t('historic.why')}>{clip.reason}</Fact>}
          <Fact label={t('historic.until')}>
            {clip.expires_at === null
              ? t(clip.keep ? 'historic.untilRemoved' : 'track.unknown')
              : time(clip.expires_at)}
          </Fact>
        </dl>
        {clip.state === 'ready' && <WatchReason clip={clip} />}
      </div>
    </div>
  );
}
