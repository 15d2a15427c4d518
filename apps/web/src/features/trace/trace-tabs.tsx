import { formatNumber } from '@roadworthy/domain';
import { useRef } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useLocale } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import styles from './tabs.module.css';

export interface Tab<K extends string> {
  readonly key: K;
  readonly label: string;
  /** Count shown next to the label. */
  readonly count?: number;
}

/** A tab list with arrow key navigation. The panel has the id `tab-panel`. */
export function Tabs<K extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly tabs: readonly Tab<K>[];
  readonly chosen: K;
  readonly onChoose: (key: K) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const locale = useLocale();
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = all[(at + step + all.length) % all.length];
    next?.focus();
    next?.click();
  };
  return (
    <div
      ref={list}
      className={row({ gap: 1, minWidth: 0, overflowX: 'auto' })}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ key, label: text, count }) => (
        <Button
          key={key}
          role="tab"
          id={`tab-${key}`}
          kind="bare"
          className={styles.tab}
          aria-selected={key === chosen}
          aria-controls="tab-panel"
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
          {count !== undefined && (
            <span
              data-part="tab-count"
              className={cx(
                look({
                  paddingY: 0,
                  paddingX: 2,
                  size: 'small',
                  weight: 'medium',
                  numeric: true,
                  tone: 'text',
                  ground: 'quiet',
                  radius: 'pill',
                }),
                styles.tabCount,
              )}
            >
              {formatNumber(count, locale)}
            </span>
          )}
        </Button>
      ))}
    </div>
  );
}
