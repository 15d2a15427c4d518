import type { CheckType } from '@roadworthy/domain';
import { formatNumber } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { formatDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay, useLocale } from '../../../ui/display.ts';
import { column, cx, look, row, stack } from '../../../ui/look/look.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ChecksTrend } from '../figures/checks-trend.tsx';
import { type PlaceFigures, Tiles } from '../figures/vehicle-check-figures-tiles.tsx';
import { LoadFault } from '../load-fault.tsx';
import { useCheckParents } from '../use-check-parents.ts';
import { FIGURES } from '../vehicle-check-keys.ts';
import type { CheckArea } from '../vehicle-check-place.ts';
import styles from './depot.module.css';
import { FRESH_LIST, tabOf, tabsOf } from './list-query.ts';
import { MONTH_TYPES, MonthDialog } from './month-dialog.tsx';
import { type Asking, useCheckList } from './use-list.ts';
import { ChosenList } from './vehicle-check-depot-lists.tsx';

const REFRESH_MS = 60_000;

/** Scrolls the active tab into view if not all tabs fit. */
function revealIn(nav: HTMLElement | null): void {
  const tab = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (nav === null || tab === undefined) return;
  const room = nav.getBoundingClientRect();
  if (tab.left < room.left || tab.right > room.right) nav.scrollLeft += tab.left - room.left - 16;
}

/** One tab per type with the number of reports in the selected days (requirement L-P03). */
function Tabs({
  area,
  asking,
  figures,
}: {
  readonly area: CheckArea;
  readonly asking: Asking;
  readonly figures: PlaceFigures | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { list, setAddress } = asking;
  const tabs = tabsOf(area);
  const countOf = (tab: string) =>
    MONTH_TYPES.includes(tab as CheckType) ? figures?.reports[tab as CheckType] : undefined;
  const shown = tabOf(list.type);
  const nav = useRef<HTMLElement>(null);
  // Counts load later and make tabs wider.
  const isCounted = figures !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the tab or its count changes.
  useLayoutEffect(() => revealIn(nav.current), [shown, isCounted]);
  return (
    <nav
      ref={nav}
      className={row({
        gap: 1,
        paddingY: 0,
        paddingX: 3,
        overflowX: 'auto',
        ground: 'surface',
        borderTop: true,
        borderBottom: true,
      })}
      aria-label={t('vehicleCheck.lists')}
    >
      {tabs.map((tab) => {
        const count = countOf(tab);
        return (
          <Button
            key={tab}
            kind="bare"
            className={styles.checkTab}
            aria-current={tab === shown ? 'page' : undefined}
            onClick={() =>
              // The first tab of this area is the audit surveys, on the Audit tab.
              setAddress({
                ...FRESH_LIST,
                type: area === 'audit_survey' && tab === 'AUD' ? 'SRV' : tab,
              })
            }
          >
            {t(`vehicleCheck.tab.${tab}`)}
            {count !== undefined && (
              <span
                className={cx(
                  look({
                    tone: 'text',
                    size: 'small',
                    weight: 'normal',
                    numeric: true,
                    ground: 'quiet',
                    radius: 'pill',
                  }),
                  styles.checkTabCount,
                )}
              >
                {formatNumber(count, locale)}
              </span>
            )}
          </Button>
        );
      })}
    </nav>
  );
}

/** On the Audit tab: the audits of vehicles, or the surveys of the depot. */
function AuditSwitch({ asking }: { readonly asking: Asking }) {
  const { t } = useTranslation();
  const { list, setAddress } = asking;
  if (tabOf(list.type) !== 'AUD') return null;
  return (
    <fieldset
      className={cx(
        look({ flow: 'inlineRow', margin: 0, padding: 0, border: 'none' }),
        styles.auditSwitch,
      )}
    >
      <legend className="visually-hidden">{t('vehicleCheck.tab.AUD')}</legend>
      {(['AUD', 'SRV'] as const).map((type) => (
        <Button
          key={type}
          aria-pressed={type === list.type}
          onClick={() => setAddress({ ...FRESH_LIST, type })}
        >
          {t(`vehicleCheck.list.${type}`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** Monthly reports as one PDF, preset to the type of the tab if it has reports. */
function MonthButton({ depotId, asking }: { readonly depotId: number; readonly asking: Asking }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { type } = asking.list;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('vehicleCheck.monthPdf')}</Button>
      {isOpen && (
        <MonthDialog
          depotId={depotId}
          first={MONTH_TYPES.find((one) => one === type) ?? 'DRV'}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/**
 * Screen /vehiclecheck/depot/{id}: the counts of the depot above its lists (L-02, L-P03). The
 * other area starts with the audits (L-P05).
 */
export function DepotScreen({
  area,
  id,
  name,
}: {
  readonly area: CheckArea;
  readonly id: number;
  /** From the folder list. */
  readonly name: string | undefined;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const asking = useCheckList(area);
  const { above } = useCheckParents();
  const { from, to } = asking.list.days;
  const figures = useQuery({
    queryKey: [FIGURES, 'depot', id, from, to],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      api.vehicleCheck.depotFigures({
        params: { id },
        query: { start_date: from, end_date: to },
        signal,
      }),
  });
  const title = figures.data?.name ?? name ?? t('vehicleCheck.title');
  if (figures.isError && figures.data === undefined) {
    return (
      <div className={cx(column({ height: 'full', overflowY: 'auto' }), styles.checkStage)}>
        <header className="stage-head">
          <PageTitle title={title} parents={above} />
        </header>
        <LoadFault error={figures.error} onRetry={() => void figures.refetch()} />
      </div>
    );
  }
  return (
    <div
      className={cx(column({ height: 'full', overflowY: 'auto' }), styles.checkStage, styles.depot)}
    >
      <header className="stage-head">
        <PageTitle title={title} parents={above} />
        <span className="stage-count">
          {formatDay(from, dates.dateFormat)}–{formatDay(to, dates.dateFormat)}
        </span>
        <MonthButton depotId={id} asking={asking} />
      </header>
      <div
        className={cx(
          stack({ columns: 'one', gap: 4, padding: 4 }),
          styles.checkBody,
          styles.depot,
        )}
      >
        <Tiles
          area={area}
          place={{ kind: 'depot', id }}
          figures={figures.data}
          label={t('vehicleCheck.figures')}
        />
        {figures.data !== undefined && <ChecksTrend trend={figures.data.trend} />}
      </div>
      <Tabs area={area} asking={asking} figures={figures.data} />
      <ChosenList depotId={id} asking={asking} tools={<AuditSwitch asking={asking} />} />
    </div>
  );
}
