import { z } from 'zod';

const resourceSchema = z.looseObject({
  Type: z.string(),
  Condition: z.string().optional(),
  DependsOn: z.array(z.string()).readonly().optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});

/** A resource of a template. */
export type TemplateResource = z.infer<typeof resourceSchema>;

/** A CloudFormation template as CDK writes it. */
export const templateSchema = z.looseObject({
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })).default({}),
});
export type Template = z.infer<typeof templateSchema>;
