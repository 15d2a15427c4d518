/**
 * How much of an argument is given: everything with its flags off, everything with its flags on, or
 * nothing of it. Together they reach most forms of a query with optional conditions.
 */
export type Given = 'flags-off' | 'flags-on' | 'nothing';
export const GIVEN: readonly Given[] = ['flags-off', 'flags-on', 'nothing'];

const FLAG = /^(is|has|are|may|only|with|without|includes|shows|needs)[A-Z]/;
/** What libraries look up to recognise their own objects; a stand-in is none of them. */
const ABSENT = new Set<PropertyKey>([
  'then',
  'toOperationNode',
  'expressionType',
  'isRawBuilder',
  'kind',
  'dynamic',
]);

/** Methods of arrays, applied to an array of one stand-in. */
const OF_ARRAYS = new Set(
  `concat entries every filter find findIndex flat flatMap forEach includes indexOf join keys map
  reduce reverse slice some sort toSorted values`.split(/\s+/),
);
/** Methods of texts, applied to a text. */
const OF_TEXTS = new Set(
  `endsWith normalize padStart replace replaceAll split startsWith substring toLowerCase toString
  toUpperCase trim`.split(/\s+/),
);
/** Methods of times, maps and sets, which return another stand-in. */
const OF_OTHERS = new Set('add delete get getTime has set toFixed toISOString'.split(' '));

/**
 * A stand-in for any value: an object with any property, an array of one element, a number, a text, a
 * time and a map. It lets the code of a query run that is only to be compiled.
 */
export function anyValue(given: Exclude<Given, 'nothing'>): unknown {
  const call = (target: object, name: PropertyKey) => {
    const method = target[name as never] as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => method.apply(target, args);
  };
  return new Proxy(
    {},
    {
      ownKeys: () => [],
      has: () => true,
      get: (_target, name) => {
        if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : 'x');
        if (name === Symbol.iterator) return () => [anyValue(given)][Symbol.iterator]();
        if (typeof name === 'symbol' || ABSENT.has(name)) return undefined;
        if (name === 'length' || name === 'size') return 1;
        if (name === 'toJSON') return () => 'x';
        if (FLAG.test(name)) return given === 'flags-on';
        if (OF_ARRAYS.has(name)) return call([anyValue(given)], name);
        if (OF_TEXTS.has(name)) return call(Object('x'), name);
        if (OF_OTHERS.has(name)) return () => anyValue(given);
        return anyValue(given);
      },
    },
  );
}

/** An object without any property. */
export function nothing(): unknown {
  return Object.freeze({});
}
