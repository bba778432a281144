import { createHmac } from 'node:crypto';

/** Signature Version 4, with a secret key. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The time of a signature, such as `20260131T093000Z`; its day is the first 8 characters. */
export const signingTime = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** @param scope day, Region, service and `aws4_request` */
export const signingKey = (secretAccessKey: string, scope: readonly string[]): Buffer =>
  scope.reduce(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
