import type { Context, Span, SpanKind } from '@opentelemetry/api';

/** Attributes of a span. They name parts of the product, never people, vehicles, places or values. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** What makes spans while tracing is configured. */
export interface ActiveTracer {
  /** Starts a span within the current one, or within the trace of a request's headers. */
  start(
    name: string,
    kind: SpanKind,
    facts: SpanFacts,
    headers?: object,
  ): { span: Span; context: Context };
  /** Runs work in whose asynchronous parts the context is current. */
  run<T>(context: Context, work: () => T): T;
}

/** Kinds of spans as numbers of the API, which is loaded only if tracing is configured. */
export const SPAN_KINDS = { internal: 0, server: 1, client: 2, consumer: 4 } as const;
const FAILED = 2;

let current: ActiveTracer | null = null;

/** Makes spans by this tracer from now on; by none if it is null. */
export function useTracer(tracer: ActiveTracer | null): void {
  current = tracer;
}

/** The tracer; null if tracing is not configured. */
export const activeTracer = (): ActiveTracer | null => current;

/** Ends a span as failed. The error itself may contain personal data, so that only its code is recorded. */
export function endFailed(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
  span.setStatus({ code: FAILED });
  span.end();
}

/** Runs work within a span; without tracing, just the work. */
export async function inSpan<T>(
  name: string,
  kind: keyof typeof SPAN_KINDS,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  if (current === null) return work();
  const { span, context } = current.start(name, SPAN_KINDS[kind], facts);
  try {
    const result = await current.run(context, work);
    span.end();
    return result;
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
}
