import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look, stack } from '../../ui/look/look.ts';
import { OFFICIAL_KEY, type OfficialSource } from './official-data.ts';
import { useOfficialTexts } from './official-words.tsx';

/** Says that nothing is sent, and what to set. */
export function NotConfigured() {
  const { t } = useTranslation();
  return (
    <div className={stack({ gap: 1, padding: 3, ground: 'warn', radius: 'small' })} role="note">
      <strong>{t('officialData.notConfigured')}</strong>
      <span>{t('officialData.notConfiguredText')}</span>
    </div>
  );
}

/** What a service that fails means for the person; null if it answers. */
function useProblem() {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  return ({ blocked_until: until, last_failure: failure, source }: OfficialSource) => {
    if (until === null || failure === null) return null;
    return t('officialData.paused', {
      source: t(`officialData.source.${source}`),
      reason: t(`officialData.failure.${failure}`),
      when: texts.moment(until),
    });
  };
}

/** What is configured, and which service is paused and why. */
export function SourcesNote({ sources }: { readonly sources: readonly OfficialSource[] }) {
  const { t } = useTranslation();
  const problem = useProblem();
  const configured = sources.filter((one) => one.is_configured);
  if (configured.length === 0) return <NotConfigured />;
  const missing = sources.find((one) => !one.is_configured);
  const lines = [
    ...(missing === undefined
      ? []
      : [t('officialData.onlyOne', { source: t(`officialData.source.${missing.source}`) })]),
    ...configured.flatMap((one) => problem(one) ?? []),
  ];
  return lines.map((line) => (
    <p key={line} className={look({ margin: 0, tone: 'quiet' })}>
      {line}
    </p>
  ));
}

/** The note above the list. */
export function ListSources() {
  const { data } = useQuery({
    queryKey: [OFFICIAL_KEY, 'sources'],
    queryFn: ({ signal }) => api.officialData.sources({ signal, quiet: true }),
  });
  return data === undefined ? null : (
    <div className={stack({ gap: 1, paddingX: 4, paddingTop: 3 })}>
      <SourcesNote sources={data} />
    </div>
  );
}
