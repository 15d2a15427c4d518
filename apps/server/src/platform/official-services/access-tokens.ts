import type { Outcome } from './ask.ts';

/** A token of a service and how long it is valid. */
export interface AccessToken {
  readonly value: string;
  readonly lifeS: number;
}

/** A token is renewed this long before its end. */
const EARLY_MS = 60_000;
/** After refused credentials: each further request would be refused too. */
const REFUSED = { state: 'failed', failure: 'key_refused', blockS: 300 } as const;

/** The token of a service, which each process keeps in memory. */
export class AccessTokens {
  #token: { readonly value: string; readonly untilMs: number } | null = null;

  constructor(private readonly fetchToken: () => Promise<Outcome<AccessToken>>) {}

  /** Sends a request with the token; a token that the service no longer knows is renewed once. */
  async ask<T>(request: (token: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const known = this.#token;
    const first = await this.#ask(request);
    // The service may have revoked the token that was kept.
    const wasRefused = first.state === 'failed' && first.failure === 'key_refused';
    if (!wasRefused || known === null || this.#token !== known) return first;
    this.#token = null;
    return this.#ask(request);
  }

  async #ask<T>(request: (token: string) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const access = await this.#access();
    if (access.state === 'found') return request(access.answer);
    // The token address knows no record, and 400 is its answer to wrong credentials.
    return access.state === 'not_found' || access.failure === 'refused' ? REFUSED : access;
  }

  async #access(): Promise<Outcome<string>> {
    if (this.#token !== null && Date.now() < this.#token.untilMs) {
      return { state: 'found', answer: this.#token.value, raw: {} };
    }
    const outcome = await this.fetchToken();
    if (outcome.state !== 'found') return outcome;
    const { lifeS, value } = outcome.answer;
    this.#token = { value, untilMs: Date.now() + lifeS * 1000 - EARLY_MS };
    return { state: 'found', answer: value, raw: {} };
  }
}
