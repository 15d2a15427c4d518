import { formatDateTime } from '@roadworthy/domain';
import { CircleAlert, CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../badge/badge.tsx';
import { useDisplay } from '../display.ts';
import { look, row } from '../look/look.ts';
import type { KeptChange } from './own-changes.ts';

/** That a change is stored on the phone and not sent yet, or was refused; with the time at which it was made. */
export function UnsentState({ change }: { readonly change: KeptChange }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { draft, state } = change;
  const isRefused = state === 'refused';
  const Icon = isRefused ? CircleAlert : CloudUpload;
  return (
    <span data-part="unsent" className={row({ gap: 2, align: 'center', wrap: true })}>
      <Icon size={20} aria-hidden="true" />
      <Badge tone={isRefused ? 'bad' : 'warn'}>
        {t(isRefused ? 'unsent.refused' : 'unsent.waiting')}
      </Badge>
      <span className={look({ tone: 'quiet', size: 'small' })}>
        {t('unsent.madeAt', { time: formatDateTime(draft.madeAtMs, dates) })}
      </span>
    </span>
  );
}
