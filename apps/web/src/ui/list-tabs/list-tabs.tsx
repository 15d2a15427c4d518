import { Link } from '@tanstack/react-router';
import { useAddress } from '../use-address.ts';
import './list-tabs.css';

/** One of several lists of a screen. */
interface ListTab {
  readonly key: string;
  readonly label: string;
}

/** The list in the address; the first one by default. */
export function useListTab<const T extends readonly [string, ...string[]]>(keys: T): T[number] {
  const [{ list }] = useAddress();
  return keys.find((key) => key === list) ?? keys[0];
}

/**
 * Switches between the lists of a screen; each list has its own search.
 *
 * @param keeps the parts of the address that all lists share
 */
export function ListTabs({
  label,
  tabs,
  current,
  keeps = [],
}: {
  readonly label: string;
  readonly tabs: readonly ListTab[];
  readonly current: string;
  readonly keeps?: readonly string[];
}) {
  const [address, setAddress] = useAddress();
  const open = (key: string, isFirst: boolean) => {
    const others = Object.keys(address).filter((name) => !keeps.includes(name));
    const nothing = Object.fromEntries(others.map((name) => [name, undefined]));
    setAddress({ ...nothing, list: isFirst ? undefined : key });
  };
  return (
    <nav className="list-tabs" aria-label={label}>
      {tabs.map(({ key, label: text }, n) => (
        <button
          key={key}
          type="button"
          className="list-tab"
          aria-current={key === current ? 'page' : undefined}
          onClick={() => open(key, n === 0)}
        >
          {text}
        </button>
      ))}
    </nav>
  );
}

/** One of several screens that belong together. */
interface LinkTab {
  readonly label: string;
  readonly to: string;
  /** The query string of the screen, for example its list. */
  readonly search?: Readonly<Record<string, string>> | undefined;
  readonly isCurrent: boolean;
}

/** Links to the screens that belong together, in the same look as the lists of one screen. */
export function LinkTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
}) {
  return (
    <nav className="list-tabs" aria-label={label}>
      {tabs.map(({ label: text, to, search = {}, isCurrent }) => (
        <Link
          key={text}
          to={to}
          search={search as never}
          className="list-tab"
          activeOptions={{ exact: true }}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
