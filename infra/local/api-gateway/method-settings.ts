import { z } from 'zod';
import { ignored } from '../assembly/read-properties.ts';

/** Lets calls of a method through at a steady rate (calls a second), and some at once. */
export interface MethodThrottle {
  readonly rate: number;
  readonly burst: number;
}

/** Metrics and log levels are ignored; a throttle is honoured. */
export const methodSettingsSchema = z
  .array(
    z.strictObject({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.number().optional(),
      ThrottlingBurstLimit: z.number().optional(),
      DataTraceEnabled: ignored(),
      LoggingLevel: ignored(),
      MetricsEnabled: ignored(),
    }),
  )
  .default([]);

export type MethodSettings = z.infer<typeof methodSettingsSchema>;

/** In a template, the slashes of a path are written `~1`, and an asterisk stands for all paths. */
const isOfPath = (setting: string, resourcePath: string): boolean =>
  setting === '/*' || setting.slice(1).replaceAll('~1', '/') === resourcePath;

/** The throttle of a method: its own settings come before those of all methods. */
export const throttleOf = (
  settings: MethodSettings,
  resourcePath: string,
  httpMethod: string,
): MethodThrottle | undefined => {
  const matching = settings.filter(
    (each) =>
      isOfPath(each.ResourcePath, resourcePath) &&
      (each.HttpMethod === '*' || each.HttpMethod === httpMethod),
  );
  const own = matching.find(({ ResourcePath }) => ResourcePath !== '/*') ?? matching[0];
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = own ?? {};
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
};
