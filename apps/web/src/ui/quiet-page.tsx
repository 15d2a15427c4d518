/** Icons of message pages, on a 24-pixel grid. */
const SIGNS = {
  locked: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6zM12 15v2',
  later: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5-2.7M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
} as const;

/** A page with one message: icon, heading, sentence and next step. */
export function QuietPage({
  sign,
  children,
}: {
  readonly sign: keyof typeof SIGNS;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="quiet-page">
      <span className="quiet-sign">
        <svg
          viewBox="0 0 24 24"
          width="32"
          height="32"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={SIGNS[sign]} />
        </svg>
      </span>
      {children}
    </div>
  );
}
