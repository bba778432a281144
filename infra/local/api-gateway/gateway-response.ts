/** An HTTP response before compression, whoever made it. */
export interface GatewayResponse {
  readonly status: number;
  /** Repeated names are repeated headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
