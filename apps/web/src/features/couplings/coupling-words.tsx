import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';

/** Writes a time as the person reads it. */
export function useMomentText(): (time: string) => string {
  const { dates } = useDisplay();
  return (time) => formatDateTime(Date.parse(time), dates);
}

/** When a coupling ended, or that it lasts; and since when the device has not seen the trailer. */
export function EndText({
  at,
  silentSince,
}: {
  readonly at: string | null;
  readonly silentSince: string | null;
}) {
  const { t } = useTranslation();
  const moment = useMomentText();
  if (silentSince !== null) {
    return (
      <>
        {at !== null && `${moment(at)} `}
        <Badge tone="warn">{t('couplings.silent', { time: moment(silentSince) })}</Badge>
      </>
    );
  }
  return at === null ? <Badge tone="good">{t('couplings.state.open')}</Badge> : moment(at);
}
