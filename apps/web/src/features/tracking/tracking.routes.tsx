import { useTranslation } from 'react-i18next';
import { LiveScreen } from './tracking.screen.tsx';

/** Screen /telematics/track: the whole fleet, live (requirements M-01, M-P01). */
export function TrackScreen() {
  const { t } = useTranslation();
  return <LiveScreen key="track" title={t('track.title')} isSingle={false} />;
}
