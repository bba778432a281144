/** Details of requests for paths and methods that do not exist, from API Gateway and from functions alike. */
export const METHOD_NOT_ALLOWED_DETAIL =
  'This path does not support this method. The `Allow` header lists the methods it supports.';

export const UNKNOWN_ADMIN_PATH_DETAIL = 'Unknown path. See the documentation for all operations.';
