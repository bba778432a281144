import { describe, expect, it } from 'vitest';
import { inlineNestedStacks } from '../../../infra/assembly/nested-stacks.ts';
import { templateSchema } from '../../../infra/assembly/template.ts';

const nestedStack = (url: string, parameters: object, DependsOn?: readonly string[]) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: { TemplateURL: url, Parameters: parameters },
  ...(DependsOn && { DependsOn }),
});

const CHILD = {
  Resources: {
    Worker: { Type: 'Function', Properties: { Table: { Ref: 'table' }, Own: { Ref: 'Role' } } },
    Role: { Type: 'Role', Properties: {}, DependsOn: ['Worker'] },
  },
  Outputs: { worker: { Value: { 'Fn::GetAtt': ['Worker', 'Arn'] } } },
};

const inline = (resources: object, nested: Readonly<Record<string, object>>) =>
  inlineNestedStacks(templateSchema.parse({ Resources: resources }), (url) =>
    templateSchema.parse(nested[String(url)]),
  ).Resources;

describe('a stack with nested stacks', () => {
  it('reads as one stack, with parameters and outputs replaced by what they refer to', () => {
    const resources = inline(
      {
        Table: { Type: 'Table' },
        Child: nestedStack('child', { table: { 'Fn::GetAtt': ['Table', 'Arn'] } }, ['Table']),
        Alarms: nestedStack('alarms', { watched: { 'Fn::GetAtt': ['Child', 'Outputs.worker'] } }),
        Last: { Type: 'Stage', DependsOn: ['Child'] },
      },
      {
        child: CHILD,
        alarms: { Resources: { Alarm: { Type: 'Alarm', Properties: { Of: { Ref: 'watched' } } } } },
      },
    );
    expect(Object.keys(resources).sort()).toEqual(['Alarm', 'Last', 'Role', 'Table', 'Worker']);
    expect(resources['Worker']).toMatchObject({
      Properties: { Table: { 'Fn::GetAtt': ['Table', 'Arn'] }, Own: { Ref: 'Role' } },
      DependsOn: ['Table'],
    });
    expect(resources['Role']?.DependsOn).toEqual(['Table', 'Worker']);
    expect(resources['Alarm']?.Properties).toEqual({ Of: { 'Fn::GetAtt': ['Worker', 'Arn'] } });
    expect(resources['Last']?.DependsOn).toEqual(['Worker', 'Role']);
  });

  it('rejects an id that two stacks use', () => {
    const stacks = { Role: { Type: 'Role' }, Child: nestedStack('child', {}) };
    expect(() => inline(stacks, { child: CHILD })).toThrow('Two stacks have a resource with the id Role.');
  });

  it('rejects names that mean another stack inside of it', () => {
    const child = {
      Resources: { Topic: { Type: 'Topic', Properties: { Name: { Ref: 'AWS::StackName' } } } },
    };
    expect(() => inline({ Child: nestedStack('child', {}) }, { child })).toThrow(
      'The nested stack Child uses AWS::StackName',
    );
  });
});
