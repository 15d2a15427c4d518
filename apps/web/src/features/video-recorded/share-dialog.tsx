import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseButton } from '../../ui/form-actions.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useShareState } from '../../ui/use-share-state.ts';
import type { Clip } from './clip-state.ts';
import styles from './share-dialog.module.css';

/** Lifetimes of a link, hours; the longest is the limit of the call. */
const HOURS = [1, 24, 72, 168, 720] as const;
const USUAL_HOURS = 72;

type Share = Awaited<ReturnType<typeof api.videoRecorded.shares>>['results'][number];

function useShares(clipId: number) {
  return useQuery({
    queryKey: ['clip-shares', clipId],
    queryFn: async ({ signal }) =>
      (await api.videoRecorded.shares({ params: { id: clipId }, signal, quiet: true })).results,
  });
}

/** The URL of a new link, shown once: only its digest is stored. */
function NewLink({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const id = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast.success(t('historic.share.copied'));
  };
  return (
    <div
      className={cx(
        stack({ rowGap: 1, columnGap: 2, padding: 3, ground: 'good', radius: 'medium' }),
        styles.shareNew,
      )}
      role="status"
    >
      <label htmlFor={id}>{t('historic.share.link')}</label>
      <input id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={() => void copy()}>{t('historic.share.copy')}</Button>
      <p className="field-hint">{t('historic.share.once')}</p>
    </div>
  );
}

function ShareLine({ share, onRevoke }: { readonly share: Share; readonly onRevoke: () => void }) {
  const { t } = useTranslation();
  const { state, time } = useShareState(share);
  return (
    <li
      data-part="share-line"
      className={cx(
        row({ align: 'center', gap: 3, paddingY: 2, paddingX: 0, borderTop: true }),
        styles[`is-${state}`],
      )}
    >
      <span className={cx(stack({ grow: true, size: 'small' }), styles.shareWhat)}>
        <strong>{share.note === '' ? t('historic.share.noNote') : share.note}</strong>
        <span>
          {t(`historic.share.${state}`, { time: time(share.revoked_at ?? share.expires_at) })}
        </span>
        <span>
          {t('historic.share.by', { name: share.created_by, time: time(share.created_at) })}
        </span>
        <span>
          {share.last_view_at === null
            ? t('historic.share.unseen')
            : t('historic.share.seen', { count: share.views, time: time(share.last_view_at) })}
        </span>
      </span>
      {state === 'open' && <Button onClick={onRevoke}>{t('historic.share.revoke')}</Button>}
    </li>
  );
}

interface NewShare {
  readonly hours: number;
  readonly note: string;
}

/** A note for the link, and how long it works. */
function ShareForm({
  isBusy,
  onMake,
}: {
  readonly isBusy: boolean;
  /** Resolves to whether the link was made. */
  readonly onMake: (share: NewShare) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const ids = { hours: useId(), note: useId() };
  const [hours, setHours] = useState<number>(USUAL_HOURS);
  const [note, setNote] = useState('');
  return (
    <form
      className={cx(
        stack({ gap: 2, align: 'end', margin: 0, marginTop: 4, marginBottom: 4 }),
        styles.shareForm,
      )}
      onSubmit={(event) => {
        event.preventDefault();
        void onMake({ hours, note: note.trim() }).then((isMade) => {
          if (isMade) setNote('');
        });
      }}
    >
      <div className="form-field">
        <label htmlFor={ids.note}>{t('historic.share.note')}</label>
        <input
          id={ids.note}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <div className="form-field">
        <label htmlFor={ids.hours}>{t('historic.share.duration')}</label>
        <Select
          id={ids.hours}
          value={hours}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        >
          {HOURS.map((one) => (
            <option key={one} value={one}>
              {t(`historic.share.hours.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <Button type="submit" kind="primary" disabled={isBusy}>
        {t('historic.share.make')}
      </Button>
    </form>
  );
}

/** Shares a clip by a link that expires, and lists the links with their visits. */
export function ShareDialog({
  clip,
  onClose,
}: {
  readonly clip: Clip;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const shares = useShares(clip.id);
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true);
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        toast.error((error as Error).message);
        return false;
      },
    );
    setIsBusy(false);
    await queries.invalidateQueries({ queryKey: ['clip-shares', clip.id] });
    return isDone;
  };
  const make = ({ hours, note }: NewShare) =>
    run(async () => {
      const body = { expires_in_hours: hours, note };
      const made = await api.videoRecorded.share({ params: { id: clip.id }, body });
      setAddress(new URL(made.address, location.origin).href);
    });
  const revoke = (share: Share) =>
    run(async () => {
      await api.videoRecorded.revokeShare({ params: { id: clip.id, share: share.id } });
    });
  return (
    <Dialog
      title={t('historic.share.title')}
      isRoomy
      onClose={onClose}
      actions={(close) => <CloseButton onClick={close} />}
    >
      <p className="field-hint">{t('historic.share.hint')}</p>
      <ShareForm isBusy={isBusy} onMake={make} />
      {address !== null && <NewLink address={address} />}
      {shares.isError && (
        <p className="field-fault" role="alert">
          {shares.error.message}
        </p>
      )}
      {shares.data !== undefined && shares.data.length > 0 && (
        <ul
          className={cx(
            look({ margin: 0, marginTop: 4, padding: 0, overflow: 'auto', list: true }),
            styles.shareList,
          )}
          aria-label={t('historic.share.list')}
        >
          {shares.data.map((share) => (
            <ShareLine key={share.id} share={share} onRevoke={() => void revoke(share)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
