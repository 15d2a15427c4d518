/** A cross for buttons that close, clear or remove. */
export function CloseIcon({ sizePx = 18 }: { readonly sizePx?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={sizePx} height={sizePx} aria-hidden="true">
      <path d="M6 6l12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
