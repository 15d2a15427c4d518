import { Button } from '../../ui/button/button.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import styles from '../../ui/record/record.module.css';
import { useAddress } from '../../ui/use-address.ts';

/** A count above a list; one with a filter is a button that applies it. */
export interface Tile {
  readonly key: string;
  readonly label: string;
  readonly value: string | undefined;
  /** What the value is of. */
  readonly hint?: string;
  /** The filter that the tile applies; null for none. */
  readonly filter: Readonly<Record<string, string | undefined>> | null;
  readonly tone?: 'warn' | 'bad';
}

/** The counts of a list; selecting one shows the counted rows. */
export function Tiles({
  label,
  tiles,
}: {
  readonly label: string;
  readonly tiles: readonly Tile[];
}) {
  const [address, setAddress] = useAddress();
  return (
    <ul
      className={cx(
        stack({ gap: 2, margin: 0, paddingY: 3, paddingX: 4, borderBottom: true, list: true }),
        styles.recordTiles,
      )}
      aria-label={label}
    >
      {tiles.map(({ key, label: name, value, hint, filter, tone }) => {
        const isChosen =
          filter !== null &&
          Object.entries(filter).some(([, wanted]) => wanted !== undefined) &&
          Object.entries(filter).every(([name, wanted]) => address[name] === wanted);
        const content = (
          <>
            <span>{name}</span>
            <strong className={tone === undefined || value === '0' ? undefined : styles[tone]}>
              {value ?? '–'}
            </strong>
            {hint !== undefined && <span>{hint}</span>}
          </>
        );
        return (
          <li key={key}>
            {filter === null ? (
              <div className={styles.recordTile}>{content}</div>
            ) : (
              <Button
                kind="bare"
                className={styles.recordTile}
                aria-pressed={isChosen}
                onClick={() => {
                  const cleared = Object.fromEntries(
                    Object.keys(filter).map((one) => [one, undefined]),
                  );
                  setAddress({ page: undefined, ...(isChosen ? cleared : filter) });
                }}
              >
                {content}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
