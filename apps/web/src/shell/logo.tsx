/** The product's mark. */
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        fill="var(--on-accent)"
        fillRule="evenodd"
        d="M8 23 14 9h4l6 14h-4l-1.2-3h-5.6L12 23zm6.4-6h3.2L16 12.8z"
      />
    </svg>
  );
}
