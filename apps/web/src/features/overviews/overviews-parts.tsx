import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatMoment, formatOdometer } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { useDisplay } from '../../ui/display.ts';
import { placeText } from '../../ui/known-text.ts';
import { later } from '../../ui/later/later.tsx';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { StateBadge } from '../tracking/tracking-state-badge.tsx';
import styles from './overviews.module.css';

export type Status = NonNullable<AnswerOf<typeof contract.overviews.vehicle>['status']>;

const NONE = '–';

const { Part: PlaceMap } = later(async () => (await import('./overviews-map.tsx')).PlaceMap);

/** The map of a place, which loads after the page; or why there is none. */
export function SmallMap({
  place,
  noPlace,
}: {
  readonly place: { readonly lat: number | null; readonly long: number | null } | null;
  readonly noPlace: string;
}) {
  const config = usePlatformConfig();
  if (place === null || place.lat === null || place.long === null) {
    return <p className={styles.noPlace}>{noPlace}</p>;
  }
  if (config.data === undefined) return null;
  return <PlaceMap basemap={config.data.map} lat={place.lat} long={place.long} />;
}

/** The state of a vehicle, and since when, in words. */
export function StatusText({ status }: { readonly status: Status }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (status.is_untracked === true) return t('page.noTracker');
  return (
    <>
      <StateBadge state={status.state} />{' '}
      {status.since !== null &&
        t('page.since', { moment: formatMoment(Date.parse(status.since), dates) })}
    </>
  );
}

/** The facts of a state for the header. */
export function useStatusFacts(
  status: Status | null,
): readonly (readonly [string, React.ReactNode])[] {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  if (status === null) return [];
  const { address, timestamp, odometer } = status;
  return [
    [t('page.status'), <StatusText key="status" status={status} />],
    [
      t('page.address'),
      status.state === 'private'
        ? t('track.private')
        : address === null
          ? t('track.never')
          : placeText(address, t, locale),
    ],
    [t('page.lastContact'), timestamp === null ? NONE : formatMoment(Date.parse(timestamp), dates)],
    [t('track.odometer'), odometer === null ? NONE : formatOdometer(odometer, unit, locale)],
  ];
}

/** A list of a section: heading, link to the full screen, and a table with its states. */
export function SectionList<Row>({
  title,
  more,
  columns,
  rows,
  keyOf,
  query,
  empty,
  filter,
  actions,
}: {
  readonly title: string;
  readonly more?: {
    readonly label: string;
    readonly to: string;
    readonly search?: Readonly<Record<string, string | number>>;
  };
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly query: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly empty: { readonly title: string; readonly text: string };
  /** Controls that limit the list; their values are in the address. */
  readonly filter?: React.ReactNode;
  readonly actions?: (row: Row) => React.ReactNode;
}) {
  return (
    <div className={styles.list}>
      <div className={styles.listHead}>
        <h2>{title}</h2>
        {filter}
        {more !== undefined && (
          <Link to={more.to} search={(more.search ?? {}) as never}>
            {more.label}
          </Link>
        )}
      </div>
      <div className={styles.table}>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          state={query}
          empty={empty}
          {...(actions === undefined ? {} : { actions })}
        />
      </div>
    </div>
  );
}

/** One thing that needs attention, or that is in order: icon, words, and where to act. */
export interface AttentionItem {
  readonly key: string;
  readonly tone: 'bad' | 'warn' | 'good';
  readonly text: string;
  readonly link?: {
    readonly label: string;
    readonly to: string;
    readonly search?: Readonly<Record<string, string | number>>;
  };
}

const SIGNS = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck } as const;

/** What needs attention, worst first. */
export function Attention({ items }: { readonly items: readonly AttentionItem[] }) {
  const { t } = useTranslation();
  const order = ['bad', 'warn', 'good'];
  const sorted = [...items].sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
  return (
    <>
      <h2>{t('page.attention')}</h2>
      {sorted.length === 0 && <p className={styles.panel}>{t('page.noAttention')}</p>}
      <ul className={styles.attention}>
        {sorted.map(({ key, tone, text, link }) => {
          const Sign = SIGNS[tone];
          return (
            <li key={key} className={`${styles.item} ${styles[tone]}`}>
              <Sign size={20} role="img" aria-label={t(`page.tone.${tone}`)} />
              <span>{text}</span>
              {link !== undefined && (
                <Link to={link.to} search={(link.search ?? {}) as never}>
                  {link.label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A figure; with a link, the value opens the records behind it, unless it is 0. */
export type Tile = readonly [label: string, value: React.ReactNode, link?: BarTarget | undefined];

/** The section of a page as a link from its tiles, with the filter of its list. */
export const sectionOf = (
  to: string,
  section: string,
  filter: Readonly<Record<string, string>> = {},
): BarTarget => ({ to, search: { section, ...filter } });

/** Rows of a page of a section. */
export const SECTION_PAGE = 50;

/** The pages of a list below its table. */
export function SectionPages({
  page,
  count,
  onPage,
}: {
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}) {
  if (count <= SECTION_PAGE) return null;
  return <FixedPager page={page} pageSize={SECTION_PAGE} count={count} onPage={onPage} />;
}

/** Figures as tiles. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(([label, value, link]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {link === undefined || value === 0 ? (
              value
            ) : (
              <Link to={link.to} search={link.search as never}>
                {value}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
