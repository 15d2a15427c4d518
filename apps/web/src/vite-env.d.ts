/// <reference types="vite/client" />

declare module 'virtual:contract-calls' {
  /** Method and path of each call, and `ndjson` if it returns lines, separated by spaces, by feature and name. */
  export const calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

declare module 'virtual:public-calls' {
  /** Paths of the calls of pages without sign-in, by name. */
  export const paths: Readonly<Record<string, string>>;
}

declare module 'virtual:public-texts/en' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module 'virtual:public-texts/pt' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module 'virtual:walkaround-calls' {
  /** Paths of the calls of the walkaround check, by name. */
  export const paths: Readonly<Record<string, string>>;
}

declare module 'virtual:walkaround-texts/en' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module 'virtual:walkaround-texts/pt' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
