import './look.css';

/** Steps of 4 pixels of the spacing scale. */
type Space = 0 | 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16;
type Place = 'start' | 'center' | 'end' | 'baseline' | 'stretch';

/**
 * What an element can look like without rules of its own. The values are tokens of
 * packages/domain/src/design-tokens.ts; each value that is used has its rule in look.css.
 */
export interface Look {
  /** How children are laid out: a stack puts them one below the other, a row side by side. */
  readonly flow?:
    | 'row'
    | 'column'
    | 'stack'
    | 'inlineRow'
    | 'inlineStack'
    | 'block'
    | 'inlineBlock';
  readonly wrap?: true;
  readonly columns?: 'one' | 'two' | 'fit';
  /** Takes all columns of its grid. */
  readonly span?: true;
  readonly gap?: Space;
  readonly rowGap?: Space;
  readonly columnGap?: Space;
  readonly align?: Place;
  readonly justify?: Place | 'between';
  /** Children of a stack, horizontally. */
  readonly items?: Place;
  readonly content?: Place;
  readonly self?: Place;
  readonly selfX?: Place;
  /** Takes the space that is left in its row; a rigid element keeps its size. */
  readonly grow?: true;
  readonly rigid?: true;
  /** Moves itself, and what follows, to the end of its row. */
  readonly push?: true;
  readonly relative?: true;
  readonly margin?: Space;
  readonly marginTop?: Space;
  readonly marginRight?: Space;
  readonly marginBottom?: Space;
  readonly marginLeft?: Space;
  readonly padding?: Space;
  readonly paddingX?: Space;
  readonly paddingY?: Space;
  readonly paddingTop?: Space;
  readonly paddingRight?: Space;
  readonly paddingBottom?: Space;
  readonly paddingLeft?: Space;
  /** A list without marks. */
  readonly list?: true;
  readonly width?: 'full';
  readonly maxWidth?: 'full';
  /** Zero lets an element become narrower than its content. */
  readonly minWidth?: 0;
  readonly height?: 'full' | 32 | 36 | 40 | 48;
  readonly minHeight?: 0 | 28 | 32 | 36 | 40 | 44 | 48 | 56;
  readonly overflow?: 'hidden' | 'auto';
  readonly overflowX?: 'auto';
  readonly overflowY?: 'auto';
  readonly font?: 'inherit';
  readonly size?: 'small' | 'body' | 'lead' | 'title';
  readonly weight?: 'normal' | 'medium' | 'strong' | 'bold';
  /** Digits of the same width. */
  readonly numeric?: true;
  readonly tone?:
    | 'text'
    | 'quiet'
    | 'faint'
    | 'accent'
    | 'onAccent'
    | 'good'
    | 'warn'
    | 'bad'
    | 'inherit';
  readonly text?: 'left' | 'center' | 'right';
  readonly nowrap?: true;
  /** Words longer than the line break anywhere. */
  readonly breaks?: true;
  readonly ellipsis?: true;
  /** A link without a line below it. */
  readonly plain?: true;
  readonly ground?:
    | 'surface'
    | 'raised'
    | 'hover'
    | 'ground'
    | 'quiet'
    | 'accent'
    | 'strong'
    | 'good'
    | 'warn'
    | 'bad'
    | 'none';
  readonly border?: 'line' | 'strong' | 'none';
  readonly borderTop?: true;
  readonly borderRight?: true;
  readonly borderBottom?: true;
  readonly borderLeft?: true;
  readonly radius?: 'small' | 'medium' | 'large' | 'pill' | 'circle';
  readonly shadow?: 'low' | 'high';
  readonly pointer?: true;
}

/** The class names of a look. The rules of a component win over them. */
export function look(style: Look): string {
  return Object.entries(style)
    .map(([name, value]) => (value === true ? `l-${name}` : `l-${name}-${value}`))
    .join(' ');
}

/** Children side by side. */
export const row = (style: Look = {}): string => look({ flow: 'row', ...style });

/** Children one below the other, as wide as the widest. */
export const stack = (style: Look = {}): string => look({ flow: 'stack', ...style });

/** Children one below the other, of which one can take the height that is left. */
export const column = (style: Look = {}): string => look({ flow: 'column', ...style });

/** Class names in one string, without those that do not apply. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
