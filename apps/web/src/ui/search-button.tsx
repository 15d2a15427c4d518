/** The "Search" button at the foot of a sidebar. */
export function SearchButton({
  label,
  isDisabled,
  onSearch,
}: {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onSearch: () => void;
}) {
  return (
    <button type="button" className="button primary" disabled={isDisabled} onClick={onSearch}>
      {label}
    </button>
  );
}
