import { Button } from '../../ui/button/button.tsx';
import { useAddress } from '../../ui/use-address.ts';

/** A count above a list; one with a filter is a button that applies it. */
export interface Tile {
  readonly key: string;
  readonly label: string;
  readonly value: string | undefined;
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
    <ul className="record-tiles" aria-label={label}>
      {tiles.map(({ key, label: name, value, filter, tone }) => {
        const isChosen =
          filter !== null &&
          Object.entries(filter).some(([, wanted]) => wanted !== undefined) &&
          Object.entries(filter).every(([name, wanted]) => address[name] === wanted);
        const content = (
          <>
            <span>{name}</span>
            <strong className={tone === undefined || value === '0' ? '' : tone}>
              {value ?? '–'}
            </strong>
          </>
        );
        return (
          <li key={key}>
            {filter === null ? (
              <div className="record-tile">{content}</div>
            ) : (
              <Button
                kind="bare"
                className="record-tile"
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
