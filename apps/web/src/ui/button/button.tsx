/**
 * How a button looks. `bare` has no look of its own: for what is drawn as a row, a mark or a tile. The
 * `public` kinds are for pages without a sign-in.
 */
export type ButtonKind =
  | 'plain'
  | 'primary'
  | 'link'
  | 'icon'
  | 'public'
  | 'publicPrimary'
  | 'bare';

const CLASSES: Readonly<Record<ButtonKind, string>> = {
  plain: 'button',
  primary: 'button primary',
  link: 'link-button',
  icon: 'icon-button',
  public: 'public-button',
  publicPrimary: 'public-button primary',
  bare: '',
};

interface ButtonProps extends React.ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  readonly size?: 'large' | undefined;
}

/** A button. It sends a form only if its `type` says so. */
export function Button({ kind = 'plain', size, className, ...rest }: ButtonProps) {
  const names = [CLASSES[kind], size, className].filter(Boolean).join(' ');
  return <button type="button" className={names || undefined} {...rest} />;
}
