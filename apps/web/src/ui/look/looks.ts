import type { Look } from './look.ts';

/** A bar above the content, whose parts wrap. */
export const BAR = {
  wrap: true,
  align: 'center',
  rowGap: 2,
  columnGap: 4,
  paddingX: 4,
  borderBottom: true,
} satisfies Look;

/** A word in a pill, such as a state. */
export const PILL = {
  paddingY: 'half',
  paddingX: 2,
  size: 'small',
  weight: 'strong',
  nowrap: true,
  radius: 'pill',
} satisfies Look;

/** A number in a pill behind a name. */
export const COUNT_PILL = {
  paddingY: 'half',
  paddingX: 2,
  text: 'center',
  size: 'small',
  numeric: true,
  ground: 'quiet',
  radius: 'pill',
} satisfies Look;

/** A card on the page. */
export const CARD = {
  gap: 2,
  padding: 4,
  ground: 'surface',
  border: 'line',
  radius: 'large',
} satisfies Look;

/** A group of fields in a form: the legend stands on its border. */
export const FIELD_BOX = {
  gap: 2,
  minWidth: 0,
  margin: 0,
  paddingX: 3,
  paddingTop: 2,
  paddingBottom: 3,
  border: 'line',
  radius: 'medium',
} satisfies Look;

/** Badges and short texts in one line, as far as they fit. */
export const SHORT_LINE = {
  flow: 'inlineRow',
  wrap: true,
  align: 'center',
  rowGap: 1,
  columnGap: 2,
} satisfies Look;
