import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Answers findings of cdk-nag on a construct and everything below it.
 *
 * @param reasons by finding id: why the finding is right to be left as it is
 */
export const acknowledge = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
};
