import { formatMoment } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row } from '../../ui/look/look.ts';
import { BAR } from '../../ui/look/looks.ts';
import { ClipDownloads } from './clip-downloads.tsx';
import styles from './clip-head.module.css';
import { type Clip, formatLength, isPicturesOnly } from './clip-state.ts';
import { ClipStateBadge } from './clip-state-badge.tsx';
import { ClipOrigin } from './clips-table.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useClipActions, useMayWrite } from './use-clip-actions.ts';

const BIN = 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5';

/** Title and actions of the open clip, and links to the previous and next in the list. */
export function ClipHead({
  clip,
  newer,
  older,
  nameOfCamera,
  onOpen,
}: {
  readonly clip: Clip;
  readonly newer: Clip | undefined;
  readonly older: Clip | undefined;
  readonly nameOfCamera: (camera: number) => string;
  readonly onOpen: (clip: Clip | null) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const mayWrite = useMayWrite();
  const actions = useClipActions(clip);
  const [dialog, setDialog] = useState<'share' | 'remove' | null>(null);
  const isReady = clip.state === 'ready';
  const step = (label: string, to: Clip | undefined, sign: string) => (
    <Button
      kind="icon"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onOpen(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  const remove = (isConfirmed: boolean) => {
    setDialog(null);
    if (isConfirmed) void actions.remove().then((isDone) => isDone && onOpen(null));
  };
  return (
    <header
      data-part="clip-head"
      className={cx(row({ ...BAR, paddingY: 2, ground: 'surface' }), styles.clipHead)}
    >
      <Button className={styles.clipBack} onClick={() => onOpen(null)}>
        <span aria-hidden="true">‹</span> <span>{t('historic.back')}</span>
      </Button>
      <div
        className={cx(
          row({ grow: true, wrap: true, align: 'center', rowGap: 1, columnGap: 4, numeric: true }),
          styles.clipWho,
        )}
      >
        <h2>{clip.registration}</h2>
        <span>{formatMoment(Date.parse(clip.start), dates)}</span>
        {!isPicturesOnly(clip) && <span>{formatLength(clip.duration)}</span>}
        <ClipOrigin clip={clip} />
        <ClipStateBadge clip={clip} />
      </div>
      <div className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.clipActions)}>
        {mayWrite && isReady && (
          <Button
            aria-pressed={clip.keep}
            disabled={actions.isBusy}
            onClick={() => void actions.change({ keep: !clip.keep })}
          >
            {t(clip.keep ? 'historic.kept' : 'historic.keep')}
          </Button>
        )}
        {isReady && <ClipDownloads clip={clip} nameOfCamera={nameOfCamera} />}
        {mayWrite && isReady && (
          <Button onClick={() => setDialog('share')}>{t('historic.share')}</Button>
        )}
        {mayWrite && (
          <Button
            kind="icon"
            aria-label={t('historic.remove')}
            title={t('historic.remove')}
            onClick={() => setDialog('remove')}
          >
            <svg viewBox="0 0 24 24" width="20" height="20" fill="none" aria-hidden="true">
              <path d={BIN} stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          </Button>
        )}
        {step(t('historic.newer'), newer, '↑')}
        {step(t('historic.older'), older, '↓')}
      </div>
      {dialog === 'share' && <ShareDialog clip={clip} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('historic.remove')}
          message={t('historic.removeText')}
          onAnswer={remove}
        />
      )}
    </header>
  );
}
