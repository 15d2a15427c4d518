import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The heading of a screen, also used as the title of the tab. */
export function PageTitle({
  title,
  isHidden = false,
}: {
  readonly title: string;
  /** For map screens: the heading is for screen readers only. */
  readonly isHidden?: boolean;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return <h1 className={isHidden ? 'visually-hidden' : undefined}>{title}</h1>;
}
