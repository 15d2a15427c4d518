import type { Metrics } from '../platform/metrics/index.ts';

/** Metrics of the gateway; every rule that drops or closes something has a counter. */
export function gatewayMetrics(metrics: Metrics) {
  return {
    records: metrics.counter('gateway_records_total', 'Records accepted and committed', [
      'protocol',
    ]),
    batches: metrics.counter('gateway_commits_total', 'Transactions committed'),
    commitFailures: metrics.counter('gateway_commit_failures_total', 'Transactions that failed'),
    clockFaults: metrics.counter(
      'gateway_clock_fault_records_total',
      'Records quarantined because their clock is wrong',
      ['fault'],
    ),
    implausiblePositions: metrics.counter(
      'gateway_implausible_positions_total',
      'Implausible positions; stored, but not used as the position of the vehicle',
    ),
    badFrames: metrics.counter('gateway_bad_frames_total', 'Frames dropped', [
      'protocol',
      'reason',
    ]),
    framesNotUnderstood: metrics.counter(
      'gateway_frames_not_understood_total',
      'Frames of known devices that could not be decoded; stored raw',
      ['protocol'],
    ),
    unknownDevices: metrics.counter(
      'gateway_unknown_devices_total',
      'Logins and records of devices that are not registered',
      ['protocol'],
    ),
    closed: metrics.counter('gateway_closed_connections_total', 'Connections closed by a rule', [
      'protocol',
      'rule',
    ]),
    refusedConnections: metrics.counter(
      'gateway_refused_connections_total',
      'Connections refused by a limit, or from a network that is not allowed',
      ['protocol', 'rule'],
    ),
    replacedConnections: metrics.counter(
      'gateway_replaced_connections_total',
      'Connections that a newer one of the same device replaced, from the same or another address',
      ['protocol', 'address'],
    ),
    orders: metrics.counter('gateway_orders_total', 'Commands to cameras, by outcome', [
      'kind',
      'state',
    ]),
    attachments: metrics.counter(
      'gateway_attachments_total',
      'Alarm files from devices: stored, incomplete, or too large',
      ['result'],
    ),
    busy: metrics.counter(
      'gateway_busy_total',
      'Paused reads, refused requests and datagrams, because too much waits for the database',
      ['protocol'],
    ),
  };
}

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;
