import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';

export type Pack = AnswerOf<typeof contract.evidence.list>['results'][number];

export const isUnended = ({ state }: Pack) => state === 'waiting' || state === 'running';

const TONES = { ready: 'good', failed: 'bad' } as const;
const MEGABYTE = 1e6;

/** Files of a pack that is ready. */
function Downloads({ pack, name }: { readonly pack: Pack; readonly name: string }) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const size = (bytes: number | null) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format((bytes ?? 0) / MEGABYTE);
  const save = async (file: 'pdf' | 'archive', ending: string) => {
    try {
      const address = addressOf(pathOf('evidence', file), { params: { id: pack.id } });
      await saveFrom(address, `evidence-${pack.id}.${ending}`);
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <>
      <Button aria-label={t('evidence.savePdf', { name })} onClick={() => void save('pdf', 'pdf')}>
        {t('evidence.pdf', { size: size(pack.pdf_bytes) })}
      </Button>
      <Button
        aria-label={t('evidence.saveArchive', { name })}
        onClick={() => void save('archive', 'zip')}
      >
        {t('evidence.archive', { size: size(pack.archive_bytes) })}
      </Button>
    </>
  );
}

/** The state of a pack: its progress, what it contains, or why it failed. */
function PackState({ pack, name }: { readonly pack: Pack; readonly name: string }) {
  const { t } = useTranslation();
  const { state, done, total, records, files, failure } = pack;
  return (
    <p className={row({ wrap: true, gap: 2, align: 'center', tone: 'quiet' })}>
      <Badge tone={state === 'ready' || state === 'failed' ? TONES[state] : undefined}>
        {t(`evidence.state.${state}`)}
      </Badge>
      {state === 'running' && <progress max={Math.max(1, total)} value={done} aria-label={name} />}
      {state === 'ready' && t('evidence.counts', { records, files })}
      {state === 'failed' && failure}
    </p>
  );
}

/** A pack: its subject and period, its state, and what can be done with it. */
export function PackItem({
  pack,
  onChanged,
}: {
  readonly pack: Pack;
  readonly onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [isAsked, setIsAsked] = useState(false);
  const day = (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
  const name = `${pack.subject}, ${day(pack.starts_on)} – ${day(pack.ends_on)}`;
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast.error((error as Error).message);
    }
    await onChanged();
  };
  const params = { id: pack.id };
  return (
    <li
      className={stack({ gap: 2, padding: 4, border: 'line', radius: 'medium', ground: 'surface' })}
    >
      <div className={row({ wrap: true, gap: 2, align: 'baseline', justify: 'between' })}>
        <strong className={look({ breaks: true })}>{name}</strong>
        <span className={look({ tone: 'quiet', size: 'small' })}>
          {formatDateTime(Date.parse(pack.created_at), dates)}
        </span>
      </div>
      <PackState pack={pack} name={name} />
      {pack.archive_sha256 !== null && (
        <p className={look({ tone: 'quiet', size: 'small', breaks: true })}>
          {t('evidence.sha256', { hash: pack.archive_sha256 })}
        </p>
      )}
      <div className={row({ wrap: true, gap: 2 })}>
        {pack.state === 'ready' && <Downloads pack={pack} name={name} />}
        {isUnended(pack) ? (
          <Button
            aria-label={t('evidence.cancelOf', { name })}
            onClick={() => void act(() => api.evidence.cancel({ params }))}
          >
            {t('action.cancel')}
          </Button>
        ) : (
          <Button aria-label={t('evidence.deleteOf', { name })} onClick={() => setIsAsked(true)}>
            {t('evidence.delete')}
          </Button>
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('evidence.deleteTitle')}
          message={t('evidence.deleteText', { name })}
          confirmLabel={t('evidence.delete')}
          onAnswer={(isConfirmed) => {
            setIsAsked(false);
            if (isConfirmed) void act(() => api.evidence.remove({ params }));
          }}
        />
      )}
    </li>
  );
}
