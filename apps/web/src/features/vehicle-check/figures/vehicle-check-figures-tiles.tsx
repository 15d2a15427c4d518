import type { AnswerOf, contract } from '@roadworthy/contract';
import { type DayVehicleState, formatNumber, formatPercent } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/display.ts';
import linkStyles from '../../../ui/entity-link/entity-link.module.css';
import { cx, look, stack } from '../../../ui/look/look.ts';
import type { CheckArea, Place } from '../vehicle-check-place.ts';
import styles from './figures.module.css';

/** The figures of a depot, or of a region. */
export type PlaceFigures = AnswerOf<typeof contract.vehicleCheck.depotFigures>;

/** A tile: key of its text, value, and secondary text. */
interface Tile {
  readonly key: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly tone?: 'warn' | 'bad' | undefined;
  /** The vehicles that it counts, as the address of their list has it. */
  readonly fleet?: DayVehicleState | 'all';
}

/** A fraction as whole per cent; a dash if undefined. */
export function percentOf(share: number | null, locale: string): string {
  return share === null ? '–' : formatPercent(share * 100, locale, 0);
}

/** Counts and rates of a place as tiles (requirements L-P02, L-P03). */
export function useTiles(figures: PlaceFigures | undefined): readonly Tile[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const count = (of: (known: PlaceFigures) => number) =>
    figures === undefined ? '–' : formatNumber(of(figures), locale);
  const share = (of: (known: PlaceFigures) => number | null) =>
    percentOf(figures === undefined ? null : of(figures), locale);
  const warnIf = (isSo: boolean, tone: 'warn' | 'bad') => (isSo ? tone : undefined);
  const { missing_checks: missing = 0, off_road: offRoad = 0 } = figures ?? {};
  const { open_damages: damages = 0, defects_overdue: overdue = 0 } = figures ?? {};
  const { due = 0, done = 0, short_checks: short = 0 } = figures ?? {};
  return [
    { key: 'vehicles', value: count((one) => one.vehicles), fleet: 'all' },
    { key: 'checkedToday', value: count((one) => one.checked_today), fleet: 'checked' },
    {
      key: 'missing',
      value: count((one) => one.missing_checks),
      tone: warnIf(missing > 0, 'warn'),
      fleet: 'missing',
    },
    {
      key: 'damages',
      value: count((one) => one.open_damages),
      tone: warnIf(damages > 0, 'warn'),
      fleet: 'damaged',
    },
    {
      key: 'offRoad',
      value: count((one) => one.off_road),
      tone: warnIf(offRoad > 0, 'bad'),
      fleet: 'off_road',
    },
    {
      key: 'defects',
      value: count((one) => one.defects_open),
      hint: overdue > 0 ? t('vehicleCheck.overdue', { count: overdue }) : undefined,
      tone: warnIf(overdue > 0, 'bad'),
      fleet: 'defects',
    },
    {
      key: 'doneRate',
      value: share((one) => one.done_rate),
      hint: t('vehicleCheck.doneOfDue', {
        done: formatNumber(done, locale),
        due: formatNumber(due, locale),
      }),
    },
    {
      key: 'nilRate',
      value: share((one) => one.nil_defect_rate),
      hint: short > 0 ? t('vehicleCheck.hurried', { count: short }) : undefined,
    },
  ];
}

/** A count that opens its vehicles. */
export function FleetLink({
  area,
  place,
  day,
  fleet,
  children,
}: {
  readonly area: CheckArea;
  readonly place: Place;
  readonly day: string | undefined;
  readonly fleet: DayVehicleState | 'all';
  readonly children: React.ReactNode;
}) {
  return (
    <Link
      // Above the link that covers a card.
      className={cx(look({ relative: true }), linkStyles.link)}
      to={`/${area}/${place.kind}` as string}
      search={
        { fleet, [place.kind]: String(place.id), ...(day === undefined ? {} : { day }) } as never
      }
    >
      {children}
    </Link>
  );
}

/** The counts of a place and the rates of its days. */
export function Tiles({
  area,
  place,
  figures,
  label,
}: {
  readonly area: CheckArea;
  readonly place: Place;
  readonly figures: PlaceFigures | undefined;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const tiles = useTiles(figures);
  return (
    <dl
      className={cx(stack({ gap: 2, margin: 0 }), styles.checkTiles)}
      aria-label={label}
      aria-busy={figures === undefined}
    >
      {tiles.map(({ key, value, hint, tone, fleet }) => (
        <div
          key={key}
          className={tone === undefined ? styles.checkTile : cx(styles.checkTile, styles[tone])}
        >
          <dt>
            {tone !== undefined && <span aria-hidden="true">! </span>}
            {t(`vehicleCheck.tile.${key}`)}
          </dt>
          <dd>
            {fleet === undefined || figures === undefined ? (
              value
            ) : (
              <FleetLink area={area} place={place} day={figures.end_date} fleet={fleet}>
                {value}
              </FleetLink>
            )}
            {hint !== undefined && <small> {hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
