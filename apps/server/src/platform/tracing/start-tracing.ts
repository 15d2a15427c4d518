import type { Config } from '../config/index.ts';
import { useTracer } from './span.ts';

/**
 * Sends traces to the OTLP receiver of `OTEL_EXPORTER_OTLP_ENDPOINT`. Its packages are loaded only if that is set.
 *
 * @returns a function that sends what is left and stops; null without an endpoint
 */
export async function startTracing(
  { tracing, roles }: Pick<Config, 'tracing' | 'roles'>,
  version: string,
): Promise<(() => Promise<void>) | null> {
  if (tracing === null) return null;
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'roadworthy',
      'service.version': version,
      'roadworthy.roles': roles.join(','),
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(tracing.sampleRatio),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${tracing.endpoint}/v1/traces`, headers: tracing.headers }),
      ),
    ],
  });
  provider.register();
  const tracer = api.trace.getTracer('roadworthy', version);
  useTracer({
    start: (name, kind, attributes, headers) => {
      const active = api.context.active();
      const parent = headers === undefined ? active : api.propagation.extract(active, headers);
      const span = tracer.startSpan(name, { kind, attributes }, parent);
      return { span, context: api.trace.setSpan(parent, span) };
    },
    run: (context, work) => api.context.with(context, work),
  });
  return async () => {
    useTracer(null);
    // A receiver that is away must not hold up the end of the process.
    await provider.shutdown().catch(() => undefined);
    api.trace.disable();
    api.context.disable();
    api.propagation.disable();
  };
}
