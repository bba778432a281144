// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is the syntax of Fn::Sub.
import { describe, expect, it } from 'vitest';
import { resolveIntrinsics } from '../../../../infra/local/assembly/intrinsics.ts';

const references = {
  ref: (name: string) => ({ 'AWS::Region': 'eu-west-1', Table: 'my-table' })[name],
  attribute: (id: string, name: string) =>
    id === 'Function' && name === 'Arn' ? 'arn:aws:lambda' : undefined,
};
const resolve = (value: unknown): unknown => resolveIntrinsics(value, references, 'The property X of Y');

describe('resolveIntrinsics', () => {
  it.each([
    ['plain values, nested', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['Ref', { Ref: 'Table' }, 'my-table'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Function', 'Arn'] }, 'arn:aws:lambda'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 1]] }, 'a-my-table-1'],
    [
      'Select of Split',
      { 'Fn::Select': [2, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Function', 'Arn'] }] }] },
      'lambda',
    ],
    [
      'Sub',
      { 'Fn::Sub': '${Table} in ${AWS::Region}, ${Function.Arn}' },
      'my-table in eu-west-1, arn:aws:lambda',
    ],
    ['an object with more keys than a function', { Ref: 'x', other: 1 }, { Ref: 'x', other: 1 }],
  ])('resolves %s', (_, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it.each([
    ['an unknown resource', { Ref: 'Gone' }, 'a reference to Gone'],
    [
      'an unsupported attribute',
      { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      'the attribute StreamArn of Table',
    ],
    ['Sub with variables', { 'Fn::Sub': ['${a}', { a: 'x' }] }, 'Fn::Sub of ["${a}",{"a":"x"}]'],
    ['GetAtt as text', { 'Fn::GetAtt': 'Function.Arn' }, 'Fn::GetAtt of "Function.Arn"'],
    ['an unsupported function', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue'],
    ['an element beyond the list', { 'Fn::Select': [3, ['a']] }, 'element 3 of a shorter list'],
  ])('rejects %s, naming the position', (_, value, what) => {
    expect(() => resolve({ deep: [value] })).toThrow(`The property X of Y uses ${what}`);
  });
});
