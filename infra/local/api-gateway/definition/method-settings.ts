import { z } from 'zod';
import { ignored } from '../../assembly/read-properties.ts';
import type { Throttle } from '../keys/token-bucket.ts';

export const methodSettingsSchema = z
  .array(
    z.strictObject({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.number().optional(),
      ThrottlingBurstLimit: z.number().optional(),
      DataTraceEnabled: ignored(),
      MetricsEnabled: ignored(),
    }),
  )
  .default([]);

export type MethodSettings = z.infer<typeof methodSettingsSchema>;

/** Templates write the slashes of a path as `~1`, and all paths as `/*`. */
const isOfPath = (setting: string, resourcePath: string): boolean =>
  setting === '/*' || setting.slice(1).replaceAll('~1', '/') === resourcePath;

/** The throttle of a method: its own settings override those of all methods. */
export const throttleOf = (
  settings: MethodSettings,
  resourcePath: string,
  httpMethod: string,
): Throttle | undefined => {
  const matching = settings.filter(
    (each) =>
      isOfPath(each.ResourcePath, resourcePath) &&
      (each.HttpMethod === '*' || each.HttpMethod === httpMethod),
  );
  const own = matching.find(({ ResourcePath }) => ResourcePath !== '/*') ?? matching[0];
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = own ?? {};
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
};
