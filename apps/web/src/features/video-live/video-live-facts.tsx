import { formatNumber } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../ui/display.ts';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './pictures.module.css';
import type { LiveStream } from './use-live-stream.ts';

const LOOK_MS = 500;

type Facts = ReturnType<LiveStream['factsOf']>;

/** Bit rate, frame rate, delay and size of the main video, updated while open. */
export function FactsPanel({
  read,
  size,
}: {
  /** Of the live stream; null in the other modes. */
  readonly read: () => Facts;
  /** Size of the current frame. */
  readonly size: () => { readonly widthPx: number; readonly heightPx: number } | null;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, setLook] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setLook((before) => before + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const facts = read();
  const shown = size();
  const number = (value: number, decimals: number) => formatNumber(value, locale, decimals);
  const unknown = t('track.unknown');
  const rows: [string, string][] = [
    [
      'liveVideo.picture',
      shown === null
        ? unknown
        : t('liveVideo.pixels', { width: shown.widthPx, height: shown.heightPx }),
    ],
  ];
  if (facts !== null) {
    const { bitRateKbps, framesPerSecond, delayMs, lostPackets, codec } = facts;
    rows.push(
      ['liveVideo.bitRate', t('liveVideo.kbps', { rate: number(bitRateKbps, 0) })],
      ['liveVideo.frameRate', t('liveVideo.perSecond', { rate: number(framesPerSecond, 1) })],
      [
        'liveVideo.delay',
        delayMs === null
          ? unknown
          : t('liveVideo.secondsShort', { seconds: number(delayMs / 1000, 2) }),
      ],
      ['liveVideo.lost', number(lostPackets, 0)],
      ['liveVideo.codec', codec],
    );
  }
  return (
    <dl
      data-part="watch-facts"
      className={cx(
        stack({
          gap: 'half',
          margin: 0,
          paddingY: 2,
          paddingX: 3,
          size: 'small',
          numeric: true,
          radius: 'medium',
        }),
        styles.watchFacts,
      )}
    >
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
