/** The logo of the product: a road to the horizon. */
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        fill="var(--on-accent)"
        fillRule="evenodd"
        d="M13.2 6.5h5.6L26 25.5H6zm2.2 2.5-.3 3.5h1.8L16.6 9zm-.5 6-.4 4h3l-.4-4zm-.7 6.5-.4 4h4.4l-.4-4z"
      />
    </svg>
  );
}
