/** A type of the API catalogue, as written in its section "Shapes" and its table. */
export type Shape =
  | { readonly kind: 'named'; readonly name: string; readonly of: readonly Shape[] }
  | { readonly kind: 'literal'; readonly value: string | boolean | null }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'any-of'; readonly of: readonly Shape[] }
  | { readonly kind: 'all-of'; readonly of: readonly Shape[] }
  | { readonly kind: 'field-of'; readonly of: Shape; readonly name: string };

export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/** A declaration of the section "Shapes": `type Paged<T> = …` or `interface Day extends Row { … }`. */
export interface Declaration {
  readonly parameters: readonly string[];
  readonly shape: Shape;
}

const TOKEN = /\s+|\/\/[^\n]*|"[^"]*"|[A-Za-z_]\w*|\d+|[{}[\]()<>|&;:,?=]/y;

/** Types of fields that a cell of the table names without a type, as in `{ id, name }[]`. */
const USUAL: Readonly<Record<string, string>> = {
  id: 'Id',
  count: 'number',
  notification_type: 'NotificationType',
  emails: 'string[]',
};

function tokensOf(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) {
      // The rest of a cell is prose.
      found.push('¶');
      TOKEN.lastIndex = at + 1;
    } else if (!/^(\s|\/\/)/.test(token)) found.push(token);
  }
  return found;
}

/** Parses the TypeScript subset of the catalogue. */
export class ShapeReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  take(token: string): boolean {
    if (this.next !== token) return false;
    this.#at += 1;
    return true;
  }

  #need(token: string): void {
    if (!this.take(token)) {
      const around = this.#tokens.slice(Math.max(0, this.#at - 5), this.#at + 5).join(' ');
      throw new Error(`The catalogue has no "${token}" in: ${around}`);
    }
  }

  word(): string {
    const token = this.next ?? '';
    if (!/^[A-Za-z_]/.test(token)) throw new Error(`The catalogue has no name in: ${token}`);
    this.#at += 1;
    return token;
  }

  shape(): Shape {
    this.take('|');
    const of = [this.#intersection()];
    while (this.take('|')) of.push(this.#intersection());
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'any-of', of };
  }

  #intersection(): Shape {
    const of = [this.#postfix()];
    while (this.take('&')) of.push(this.#postfix());
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'all-of', of };
  }

  #postfix(): Shape {
    let shape = this.#primary();
    while (this.take('[')) {
      if (this.take(']')) shape = { kind: 'list', of: shape };
      else {
        const name = this.#literal();
        this.#need(']');
        shape = { kind: 'field-of', of: shape, name: String(name) };
      }
    }
    return shape;
  }

  #literal(): string {
    const token = this.next ?? '';
    this.#at += 1;
    return token.slice(1, -1);
  }

  #primary(): Shape {
    if (this.next === '{') return this.object();
    if (this.take('(')) {
      const shape = this.shape();
      this.#need(')');
      return shape;
    }
    if (this.next?.startsWith('"')) return { kind: 'literal', value: this.#literal() };
    const name = this.word();
    if (name === 'null') return { kind: 'literal', value: null };
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' };
    const of: Shape[] = [];
    if (this.take('<')) {
      do of.push(this.shape());
      while (this.take(','));
      this.#need('>');
    }
    return { kind: 'named', name, of };
  }

  object(): Shape {
    this.#need('{');
    const fields: Field[] = [];
    while (!this.take('}')) {
      if (this.take('[')) {
        this.word();
        this.#need(':');
        this.shape();
        this.#need(']');
        this.#need(':');
        const of = this.shape();
        this.#need('}');
        return { kind: 'record', of };
      }
      const name = this.word();
      const isOptional = this.take('?');
      const shape: Shape = this.take(':')
        ? this.shape()
        : new ShapeReader(USUAL[name] ?? 'string').shape();
      fields.push({ name, isOptional, shape });
      if (!this.take(';')) this.take(',');
    }
    return { kind: 'object', fields };
  }

  /** All declarations of the text, which is a TypeScript block. */
  declarations(): Map<string, Declaration> {
    const found = new Map<string, Declaration>();
    while (this.next !== undefined) {
      const keyword = this.word();
      const name = this.word();
      const parameters: string[] = [];
      if (this.take('<')) {
        do parameters.push(this.word());
        while (this.take(','));
        this.#need('>');
      }
      if (keyword === 'type') {
        this.#need('=');
        found.set(name, { parameters, shape: this.shape() });
      } else if (this.take('extends')) {
        const base = this.#primary();
        found.set(name, { parameters, shape: { kind: 'all-of', of: [base, this.object()] } });
      } else found.set(name, { parameters, shape: this.object() });
      this.take(';');
    }
    return found;
  }
}
