const RATE = /^rate\((?<count>[1-9]\d*) (?<unit>minute|hour|day)(?<plural>s?)\)$/;

const MILLISECONDS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/**
 * The interval of a rate, in milliseconds; `undefined` if it is none. As on AWS, one is said in the singular and
 * everything else in the plural
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html).
 */
export const intervalOf = (expression: string): number | undefined => {
  const { count = '', unit = '', plural = '' } = RATE.exec(expression)?.groups ?? {};
  const milliseconds = MILLISECONDS[unit];
  if (milliseconds === undefined || (plural === '') !== (count === '1')) return undefined;
  return Number(count) * milliseconds;
};
