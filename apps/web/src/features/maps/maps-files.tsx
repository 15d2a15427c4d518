import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatBytes, formatDate, formatNumber } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import styles from './maps.module.css';
import { MapsState } from './maps-state.tsx';

type MapFile = AnswerOf<typeof contract.maps.status>['files'][number];

/** "great-britain" as "Great britain"; names of areas are those of the command. */
function areaName(area: string | null, t: TFunction): string {
  if (area === null || area === 'custom') return t('maps.unnamedArea');
  return area
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

/** "52.2° N – 52.3° N, 1.2° W – 1.1° W", with the compass of the reader's language. */
function boundsText(bounds: NonNullable<MapFile['bounds']>, locale: string, t: TFunction): string {
  const [west, south, east, north] = bounds;
  const degrees = (value: number, positive: string, negative: string) =>
    `${formatNumber(Math.abs(value), locale, 1)}° ${t(`compass.${value < 0 ? negative : positive}`)}`;
  const latitudes = `${degrees(south, 'N', 'S')} – ${degrees(north, 'N', 'S')}`;
  return `${latitudes}, ${degrees(west, 'E', 'W')} – ${degrees(east, 'E', 'W')}`;
}

function useFacts() {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const day = (utc: string) => formatDate(Date.parse(utc), dates);
  return ({ bounds, min_zoom, max_zoom, data_at, size_bytes, changed_at }: MapFile) => {
    const known: (readonly [string, React.ReactNode])[] = [];
    if (bounds !== null) known.push([t('maps.bounds'), boundsText(bounds, locale, t)]);
    if (min_zoom !== null) known.push([t('maps.zooms'), `${min_zoom} – ${max_zoom}`]);
    if (data_at !== null) known.push([t('maps.dataAt'), day(data_at)]);
    if (size_bytes !== null) known.push([t('maps.size'), formatBytes(size_bytes, locale)]);
    if (changed_at !== null) known.push([t('maps.installedAt'), day(changed_at)]);
    return known;
  };
}

/** The street map files of the installation, unusable ones with their fault. */
export function MapsFiles({
  files,
  isUsed,
}: {
  readonly files: readonly MapFile[];
  /** False while a configured style is shown instead. */
  readonly isUsed: boolean;
}) {
  const { t } = useTranslation();
  const factsOf = useFacts();
  const word = isUsed ? t('maps.inUse') : t('maps.notUsed');
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.name} className={styles.file}>
          <div className={styles.head}>
            <div>
              <strong>{file.fault === null ? areaName(file.area, t) : file.name}</strong>
              {file.fault === null && <span className={styles.quiet}>{file.name}</span>}
            </div>
            {file.fault === null ? (
              <MapsState state={isUsed ? 'good' : 'basic'} text={word} />
            ) : (
              <MapsState state="fault" text={t('maps.unusable')} />
            )}
          </div>
          {file.fault !== null && <p>{t(`maps.fault.${file.fault}`)}</p>}
          <FactList className={styles.facts ?? ''} facts={factsOf(file)} />
        </li>
      ))}
    </ul>
  );
}
