/// <reference types="vite/client" />

declare module 'virtual:contract-calls' {
  /** Method and path of each call, and `ndjson` where it answers lines, apart by spaces, by module and name. */
  export const calls: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

declare module 'virtual:public-calls' {
  /** Paths of the calls that pages without sign-in make, by name. */
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
  /** Paths of the calls that the walkaround check makes, by name. */
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
