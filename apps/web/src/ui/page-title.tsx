import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The heading of a screen, which also names the tab. */
export function PageTitle({
  title,
  isHidden = false,
}: {
  readonly title: string;
  /** For screens that are a map: the heading is for screen readers. */
  readonly isHidden?: boolean;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return <h1 className={isHidden ? 'visually-hidden' : undefined}>{title}</h1>;
}
