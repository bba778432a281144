/**
 * What a get by id logs, in the access log and in its function, to tens (test/infra/platform measures it).
 */
export const LOG_BYTES_PER_REQUEST = 930;
