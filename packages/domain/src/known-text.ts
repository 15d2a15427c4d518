const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');

/**
 * The keys of the interface that may translate what the product itself wrote into a record: names of
 * its types and categories, statuses, descriptions, points of its walkaround check. The first that
 * has a text decides; without one a person wrote it, and it stays.
 */
export const knownTextKeys = (text: string): string[] => [
  `known.${text}`,
  `walk.point.${slug(text)}`,
];
