/** The names of the log groups that know the requests of the data API. */
export interface RequestLogGroups {
  /** API Gateway's lines: one per request. */
  readonly access: string;
  /** The authorizer's lines: one per request with a key that exists and was refused. */
  readonly authorizer: string;
  /** The functions' lines: which parameters of a request were invalid. */
  readonly functions: string;
}
