/** The body of an error answer (requirement T-P01). */
export interface ErrorBody {
  readonly detail?: string;
  /** Stable code of `detail`, such as `vehicle.unknown`. */
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Stable codes of `errors`, in the same places. */
  readonly error_codes?: Readonly<Record<string, readonly string[]>>;
  readonly message?: string;
  readonly status?: string;
  readonly non_field_errors?: readonly string[];
  readonly request_id?: string;
}

/** A call that the server rejected, or that did not reach it (status 0). */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly body: ErrorBody,
  ) {
    // Requirement T-01: the caller of an unauthorised call gets the failure "Unauthorized".
    super(status === 401 ? 'Unauthorized' : (body.detail ?? body.message ?? statusText));
  }
}
