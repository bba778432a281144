import { type CfnElement, type CfnResource, Names, NestedStack, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';

/**
 * A part of the service in a nested stack: CloudFormation allows 500 resources per stack. Resources keep the
 * names and logical ids that they would have in one stack, so that no two of the service have the same.
 */
export class StackPart extends NestedStack {
  readonly #prefix: string;

  /** @param scope the construct whose part it is */
  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#prefix = scope.node.id;
  }

  /** The name of the service's stack, which names alarms, metrics and APIs. */
  override get stackName(): string {
    return Stack.of(this.node.scope ?? this).stackName;
  }

  protected override allocateLogicalId(element: CfnElement): string {
    return `${this.#prefix}${super.allocateLogicalId(element)}`;
  }
}

/**
 * How cdk-nag names an attribute of a resource where another construct uses it: CDK passes it to a part as a
 * parameter.
 */
export const nameOfAttribute = (user: IConstruct, resource: CfnResource, attribute: string): string => {
  const stack = Stack.of(user);
  return stack === resource.stack
    ? `${stack.getLogicalId(resource)}.${attribute}`
    : `${stack.node.scope?.node.id}referenceto${Names.nodeUniqueId(resource.node)}${attribute}`;
};
