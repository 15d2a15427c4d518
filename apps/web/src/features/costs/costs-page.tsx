import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';

/** A page of figures or records of costs: the tabs, the title with its controls, and the content. */
export function CostsPage({
  tabs,
  controls,
  children,
}: {
  readonly tabs: React.ReactNode;
  readonly controls: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <div className={look({ rigid: true })}>{tabs}</div>
      <header className={look({ flow: 'stack', gap: 2, paddingY: 3, paddingX: 4 })}>
        <PageTitle title={t('costs.title')} />
        {controls}
      </header>
      {children}
    </div>
  );
}
