import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Breadcrumbs, type Crumb } from './breadcrumbs/breadcrumbs.tsx';
import { useParents } from './page-parents.ts';

function Title({ title, parents }: { readonly title: string; readonly parents: readonly Crumb[] }) {
  if (parents.length === 0) return <h1>{title}</h1>;
  return (
    <div>
      <Breadcrumbs parents={parents} current={title} />
      <h1>{title}</h1>
    </div>
  );
}

function TitleByAddress({ title }: { readonly title: string }) {
  return <Title title={title} parents={useParents()} />;
}

/** The heading of a screen with the pages above it, also used as the title of the tab. */
export function PageTitle({
  title,
  isHidden = false,
  parents,
}: {
  readonly title: string;
  /** For map screens: the heading is for screen readers only. */
  readonly isHidden?: boolean;
  /** The pages above this one; by default those of its address. */
  readonly parents?: readonly Crumb[] | undefined;
}) {
  const { t } = useTranslation();
  // A page before sign-in has no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  if (isHidden) return <h1 className="visually-hidden">{title}</h1>;
  if (parents !== undefined) return <Title title={title} parents={parents} />;
  return router === null ? <h1>{title}</h1> : <TitleByAddress title={title} />;
}
