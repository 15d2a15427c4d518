import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { FactList } from '../facts.tsx';
import { PageTitle } from '../page-title.tsx';
import { Popover } from '../popover/popover.tsx';
import { QuietPage } from '../quiet-page.tsx';
import { useAddress } from '../use-address.ts';
import styles from './entity-page.module.css';

/** One section of a page; a person without its permission gets no section. */
export interface Section {
  readonly key: string;
  readonly label: string;
  readonly content: () => React.ReactNode;
}

/** An action: a link to another screen, or a function. */
export interface PageAction {
  readonly key: string;
  readonly label: string;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string | number>>;
  readonly onSelect?: () => void;
}

function Action({
  action,
  className,
  onDone,
}: {
  readonly action: PageAction;
  readonly className: string | undefined;
  readonly onDone?: () => void;
}) {
  const { label, to, search, onSelect } = action;
  const run = () => {
    onDone?.();
    onSelect?.();
  };
  if (to === undefined) {
    return (
      <button type="button" className={className} onClick={run}>
        {label}
      </button>
    );
  }
  return (
    <Link className={className} to={to} search={(search ?? {}) as never} onClick={onDone}>
      {label}
    </Link>
  );
}

/** Actions in a row and the others in a menu; on a phone all are in the menu. */
function Actions({ actions }: { readonly actions: readonly PageAction[] }) {
  const { t } = useTranslation();
  const [first, others] = [actions.slice(0, 3), actions.slice(3)];
  if (actions.length === 0) return null;
  const menu = (shown: readonly PageAction[]) => (
    <Popover
      label={t('page.actions')}
      className="button"
      button={
        <>
          {t('page.actions')}
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <div className={styles.menu}>
          {shown.map((action) => (
            <Action key={action.key} action={action} className={styles.entry} onDone={close} />
          ))}
        </div>
      )}
    </Popover>
  );
  return (
    <div className={styles.actions}>
      <div className={styles.wide}>
        {first.map((action) => (
          <Action key={action.key} action={action} className="button" />
        ))}
        {others.length > 0 && menu(others)}
      </div>
      <div className={styles.narrow}>{menu(actions)}</div>
    </div>
  );
}

/** The page of one vehicle, driver or depot: header, facts, map, actions, and sections as tabs. */
export function EntityPage({
  kind,
  name,
  icon,
  badges,
  facts,
  map,
  actions,
  sections,
}: {
  /** The word above the name, such as "Vehicle". */
  readonly kind: string;
  readonly name: string;
  readonly icon: React.ReactNode;
  readonly badges: React.ReactNode;
  readonly facts: readonly (readonly [label: string, value: React.ReactNode])[];
  readonly map: React.ReactNode;
  readonly actions: readonly PageAction[];
  readonly sections: readonly Section[];
}) {
  const { t } = useTranslation();
  const [{ section }] = useAddress();
  const current = sections.find(({ key }) => key === section) ?? sections[0];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <span className={styles.icon}>{icon}</span>
          <div>
            <p className={styles.kind}>{kind}</p>
            <PageTitle title={name} />
          </div>
          <div className={styles.badges}>{badges}</div>
          <Actions actions={actions} />
        </div>
        <div className={map === null ? styles.plain : styles.summary}>
          <FactList className={styles.facts ?? ''} facts={facts} />
          {map !== null && <div className={styles.map}>{map}</div>}
        </div>
      </header>
      <nav className={styles.tabs} aria-label={t('page.sections')}>
        {sections.map(({ key, label }, n) => (
          <Link
            key={key}
            className={styles.tab}
            to="."
            replace
            search={(n === 0 ? {} : { section: key }) as never}
            activeOptions={{ includeSearch: true, exact: true }}
            aria-current={key === current?.key ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {current !== undefined && (
        <section key={current.key} className={styles.section} aria-label={current.label}>
          {current.content()}
        </section>
      )}
    </div>
  );
}

/** The page while it loads, with the sizes of the loaded one; or why it could not be loaded. */
export function EntityPageState({
  kind,
  query,
}: {
  readonly kind: string;
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  const { t } = useTranslation();
  const { error } = query;
  if (error === null) {
    return (
      <div className={styles.page} role="status" aria-label={t('action.loading')}>
        <PageTitle title={kind} isHidden />
        <div className={styles.waitingHead} />
        <div className={styles.waitingTabs} />
        <div className={styles.waitingBody} />
      </div>
    );
  }
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <QuietPage sign={isMissing ? 'locked' : 'offline'}>
      <PageTitle title={isMissing ? t('page.notFound') : t('page.failed')} />
      <p role="alert">{isMissing ? t('page.notFoundText') : error.message}</p>
      {isMissing ? (
        <Link className="button primary" to="/home">
          {t('page.toHome')}
        </Link>
      ) : (
        <button type="button" className="button primary" onClick={() => void query.refetch()}>
          {t('action.retry')}
        </button>
      )}
    </QuietPage>
  );
}

/** The id in the address of a page; 0, which no record has, for a text that is no id. */
export function pageId(text: string | undefined): number {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : 0;
}
