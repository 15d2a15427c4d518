import en from '../locales/operator/en.json' with { type: 'json' };

/** Code of a problem that the operator of the installation solves. */
export type OperatorErrorCode = keyof typeof en;

/**
 * A problem at the start or in a command of the terminal that the operator can solve, such as a wrong
 * setting. Its message is an English sentence from `locales/operator/en.json`: the terminal has one
 * language.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';

  constructor(
    readonly code: OperatorErrorCode,
    params: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions,
  ) {
    super(
      en[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)),
      options,
    );
  }
}
