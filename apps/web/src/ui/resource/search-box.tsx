import { useEffect, useRef, useState } from 'react';

/** Typing pause before the search starts, ms. */
const DEBOUNCE_MS = 300;

/**
 * A search field that reports its text when typing pauses, or immediately on Enter.
 *
 * @param value the current search; an external change updates the field
 */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  const say = (next: string) => {
    if (next === told.current) return;
    told.current = next;
    tell.current(next);
  };
  const sayLater = useRef(say);
  sayLater.current = say;
  useEffect(() => {
    const timer = setTimeout(() => sayLater.current(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      className="resource-search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say(text.trim());
      }}
    />
  );
}
